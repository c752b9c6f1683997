import { expect } from 'vitest'
import { PROXY } from '../../harness/start-shop.js'
import { clickWalletLink, until } from '../both-browsers/on-page.js'
import { gamePage } from '../game-page.js'
import { framedPage, GAME_LISTENER, page, plainPage, type Shell } from './shell.js'

/** A mini app fills the window of the messenger, which would drag it away if it could be scrolled. */
const TELEGRAM = `<meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no"><style>
  html, body { position: fixed; inset: 0; margin: 0; overflow: hidden; overscroll-behavior: none; touch-action: none; user-select: none; -webkit-user-select: none }
  canvas { width: 100%; height: auto }
</style>
<script>
  window.opened = []
  window.Telegram = { WebApp: { initData: '', platform: 'ios', ready() {}, expand() {}, openLink() {} } }
  document.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false })
  Leyden.configure({ portalAllows: ['pay'], openExternal: (url) => void opened.push(url) })
</script>`

/** Frames and windows of portals and messengers. */
export const portalShells: Record<string, Shell> = {
  'a portal of two nested frames, as itch.io': framedPage(
    [
      {
        site: 'other',
        attributes: 'allow="autoplay; fullscreen; gamepad; cross-origin-isolated" allowfullscreen',
      },
      { attributes: 'allow="autoplay; fullscreen; gamepad" allowfullscreen' },
    ],
    plainPage,
  ),
  'a Discord-like activity': framedPage(
    [
      {
        site: 'other',
        attributes: `sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-pointer-lock" allow="fullscreen; autoplay" allowfullscreen`,
      },
    ],
    () => gamePage(PROXY, GAME_LISTENER),
    () => ({
      'content-security-policy': `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self'; img-src 'self' data:; connect-src 'self'`,
    }),
  ),
  'a CrazyGames-like frame': framedPage(
    [
      {
        site: 'other',
        attributes: `sandbox="allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-popups" allow="autoplay; fullscreen; gamepad; clipboard-write" allowfullscreen`,
      },
    ],
    plainPage,
  ),
  'a frame with sandbox="allow-scripts" alone': {
    ...framedPage([{ attributes: 'sandbox="allow-scripts"' }], ({ bffUrl }) =>
      gamePage(bffUrl, GAME_LISTENER, '<script>window.cannotLock = true</script>'),
    ),
    fullscreen: false,
    pointerLock: false,
  },
  'a frame that allows neither forms nor dialogs': framedPage(
    [
      {
        site: 'other',
        attributes: `sandbox="allow-scripts allow-same-origin allow-pointer-lock" allow="autoplay; fullscreen; gamepad" allowfullscreen`,
      },
    ],
    plainPage,
  ),
  'a Telegram-like mini app': {
    ...page(({ bffUrl }) => gamePage(bffUrl, GAME_LISTENER, TELEGRAM)),
    viewport: { width: 390, height: 760 },
    async withInvoice(game) {
      await clickWalletLink(game)
      await until(game, 'opened.length > 0')
      expect(await game.evaluate('opened')).toEqual([expect.stringMatching(/^lightning:lnbcrt/)])
    },
  },
}
