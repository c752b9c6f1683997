import type { BrowserName } from '../both-browsers/launch-driven-browser.js'
import { engineShells } from './engine-shells.js'
import { hostileShells } from './hostile-shells.js'
import { policyShells } from './policy-shells.js'
import { portalShells } from './portal-shells.js'
import { page, plainPage, type Shell } from './shell.js'

export const shells: Record<string, Shell> = {
  'a plain page': { ...page(plainPage), ramp: {} },
  ...engineShells,
  ...portalShells,
  ...hostileShells,
  ...policyShells,
}

/**
 * The shells of `npm test`: one of each kind that needs no graphics card. Chromium has the tests of single promises too,
 * WebKit only these.
 */
export const DEFAULT_SHELLS: Readonly<Record<BrowserName, readonly string[]>> = {
  chromium: [
    'a Telegram-like mini app',
    'a page that wraps what browsers provide',
    'Trusted Types with a default policy of the page',
  ],
  firefox: ['a plain page'],
  webkit: ['a plain page', 'a portal of two nested frames, as itch.io'],
}
