import type { Finding } from '@leyden/react/options'
import type { EmbedSettings } from '../settings/settings.js'
import { allows, supports } from './supports.js'

/** Checks the page for all known problems of embeds in games. It sends one request, to the BFF. */
export async function checkPage(settings: EmbedSettings, keysCaptured: boolean): Promise<Finding[]> {
  const { bffUrl } = settings
  const support = supports('ramp', settings)
  const finding = (check: string, is: boolean | undefined, fix: string): Finding => ({
    check,
    result: is === undefined ? 'unknown' : is ? 'ok' : 'problem',
    fix: is ? undefined : fix,
  })
  const findings = [
    finding('secure context', window.isSecureContext, 'Serve the page over https.'),
    finding(
      'allowed by the portal',
      support.reason !== 'portal_policy',
      'Get it in writing, then name it in portalAllows.',
    ),
    finding(
      'keys reach the widget',
      !keysCaptured,
      'Put the script of Leyden first in <head>, before the game.',
    ),
    finding('BFF address is set', bffUrl !== undefined, "Call Leyden.configure({ bffUrl: '…' })."),
    finding(
      'BFF answers',
      bffUrl === undefined ? undefined : await answers(bffUrl),
      'Check the address, connect-src of your policy, and LEYDEN_ALLOWED_ORIGINS of the BFF (null for sandboxed frames).',
    ),
    finding(
      'ramp page can be framed',
      !support.isolated || support.credentialless,
      'This page is cross-origin isolated: the ramp opens by link or QR code here.',
    ),
    finding(
      'camera',
      allows('camera'),
      'Each frame around needs allow="camera …"; without it people verify on their phone.',
    ),
    finding('payment', allows('payment'), 'Each frame around needs allow="payment …".'),
    finding(
      'clipboard',
      allows('clipboard-write'),
      'Copying falls back to an older way; allow="clipboard-write" gives the better one.',
    ),
    finding('storage', support.storage, 'A reload loses an open invoice, and nothing else.'),
    finding(
      'own origin',
      window.origin !== 'null',
      'A sandboxed frame: add allow-same-origin, or list the origin null at the BFF.',
    ),
  ]
  // The browser reports a request that it just blocked a little later.
  await new Promise((resolve) => setTimeout(resolve))
  return findings
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
