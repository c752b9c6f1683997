import { type Finding, isSandbox } from '@leyden/react/options'
import type { EmbedSettings } from '../widget/settings/settings.js'
import { supports } from '../widget/settings/supports.js'

/** What to change on the page or its server for each check. */
const FIXES = {
  'secure context': 'Serve the page over https.',
  'allowed by the portal': 'Get it in writing, then name it in portalAllows.',
  'keys reach the widget': 'Put the script of Leyden first in <head>, before the game.',
  'gamepads reach only the overlay':
    'Put the script of Leyden first in <head>: a game that was loaded before it may still read gamepads.',
  'BFF address is set': "Call Leyden.configure({ bffUrl: '…' }).",
  'BFF answers':
    'Check the address, connect-src of your policy, and LEYDEN_ALLOWED_ORIGINS of the BFF (null for sandboxed frames).',
  'ramp page can be framed': 'This page is cross-origin isolated: the ramp opens by link or QR code here.',
  camera: 'Each frame around needs allow="camera …"; without it people verify on their phone.',
  payment: 'Each frame around needs allow="payment …".',
  clipboard: 'Copying falls back to an older way; allow="clipboard-write" gives the better one.',
  storage: 'A reload loses an open invoice, and nothing else.',
  'own origin': 'A sandboxed frame: add allow-same-origin, or list the origin null at the BFF.',
}

/** Checks the page for all known problems of embeds in games. It sends one request, to the BFF. */
export async function checkPage(
  settings: EmbedSettings,
  { keysCaptured, isFirst }: { keysCaptured: boolean; isFirst: boolean },
): Promise<Finding[]> {
  const { bffUrl } = settings
  const { reason, isolated, credentialless, camera, payment, clipboard, storage } = supports('ramp', settings)
  const isOk: { readonly [Check in keyof typeof FIXES]: boolean | undefined } = {
    'secure context': window.isSecureContext,
    'allowed by the portal': reason !== 'portal_policy',
    'keys reach the widget': !keysCaptured,
    // A page without a gamepad works as well with a script that is loaded late.
    'gamepads reach only the overlay': isFirst || undefined,
    'BFF address is set': bffUrl !== undefined,
    'BFF answers': bffUrl === undefined ? undefined : isSandbox(bffUrl) || (await answers(bffUrl)),
    'ramp page can be framed': !isolated || credentialless,
    camera,
    payment,
    clipboard,
    storage,
    'own origin': window.origin !== 'null',
  }
  // The browser reports a request that it just blocked a little later.
  await new Promise((resolve) => setTimeout(resolve))
  return Object.entries(FIXES).map(([check, fix]) => {
    const is = isOk[check as keyof typeof FIXES]
    const result = is === undefined ? 'unknown' : is ? 'ok' : 'problem'
    return { check, result, fix: is ? undefined : fix }
  })
}

/** `healthz` would not report whether this page's origin is allowed. The BFF answers for this address itself. */
async function answers(bffUrl: string): Promise<boolean> {
  try {
    const reply = await fetch(`${bffUrl.replace(/\/$/, '')}/v0/ln-address/validate/-`, {
      signal: AbortSignal.timeout(5_000),
    })
    return ((await reply.json()) as { success?: unknown } | null)?.success === true
  } catch {
    return false
  }
}
