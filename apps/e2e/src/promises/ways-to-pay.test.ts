import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { until } from '../harness/until.js'
import { type PaymentMethod, payBy, type Settlement, startShops } from './paid-shops.js'

/** The evidence of a payment that the screen shows. Two evidences mean that either may arrive first. */
type Outcome = 'preimage' | 'verify' | 'app' | 'preimage or verify' | 'preimage or app' | 'unconfirmed'

const ALICE = 'alice@wallet.example'
/** An address whose own server does not verify payments. */
const NOVERIFY = 'noverify@wallet.example'

const METHODS = {
  qr: 'QR code, another wallet',
  link: '`lightning:` link on a phone',
  browser: 'browser wallet (WebLN)',
  connected: 'connected wallet (Nostr Wallet Connect)',
} satisfies Record<PaymentMethod, string>

/** The result of each way to pay, for each kind of shop server. */
// biome-ignore format: this is a table
const TABLE: [what: string, mode: Settlement, address: string, qr: Outcome, link: Outcome, browser: Outcome, connected: Outcome][] = [
  ['only the service', 'service', ALICE, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`lnurlProvider()`, a recipient whose server verifies', 'lnurl', ALICE, 'verify', 'verify', 'preimage or verify', 'preimage or verify'],
  ['`lnurlProvider()`, any other recipient', 'lnurl', NOVERIFY, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`verifiedFirst()`, a recipient whose server verifies', 'verified-first', ALICE, 'verify', 'verify', 'preimage or verify', 'preimage or verify'],
  ['`verifiedFirst()`, any other recipient', 'verified-first', NOVERIFY, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`nwc()`, the shop’s own wallet', 'nwc', ALICE, 'app', 'app', 'preimage or app', 'preimage or app'],
  ['`bff.settle()`, the shop’s own node', 'settle', ALICE, 'app', 'app', 'preimage or app', 'preimage or app'],
]

const ALL = TABLE.flatMap(([shopServer, mode, address, ...ends]) =>
  (Object.keys(METHODS) as PaymentMethod[]).map(
    (method, index) => [shopServer, method, ends[index] as Outcome, mode, address] as const,
  ),
)
/**
 * A link opens the same wallets as the QR code, and a preimage proves a payment for any shop server. So `npm test` runs
 * the QR code for each shop server, and a browser wallet with the service alone and beside the shop's node. A link and a
 * connected wallet have journeys of their own, and a recipient that does not verify ends as with the service alone.
 */
const SHORT_RUN = ALL.filter(
  ([, method, , mode, address]) =>
    (method === 'qr' && !(mode === 'lnurl' && address === NOVERIFY)) ||
    (method === 'browser' && (mode === 'service' || mode === 'settle')),
)

/** The text on the screen for each evidence. */
const EVIDENCE_TEXTS: Record<string, string> = {
  preimage: 'Confirmed by proof of payment',
  verify: 'Confirmed by the recipient’s provider',
  app: 'Confirmed by this site',
}

describe.concurrent('a payment', () => {
  let browser: Browser
  let shops: Awaited<ReturnType<typeof startShops>>
  beforeAll(async () => {
    browser = await sharedBrowser()
    shops = await startShops()
  })
  afterAll(() => shops.close())

  it.each(inSoak ? ALL : SHORT_RUN)('%s; %s: %s', async (_, method, end, mode, address) => {
    const payment = await payBy(browser, shops, method, mode, address)
    if (end === 'unconfirmed') {
      expect(payment.detects).toEqual(['preimage'])
      await payment.claimPaid()
      await payment.waitForState('unconfirmed')
      expect(await payment.watch()).toMatchObject({ status: 'open' })
      expect((await payment.shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])
    } else {
      await payment.waitForState('paid')
      await payment.page.getByRole('heading', { name: 'Paid 2,100 sats', exact: true }).waitFor()
      const evidences = end.split(' or ')
      const words = evidences.map((evidence) => EVIDENCE_TEXTS[evidence] ?? '')
      const texts = await payment.shownTexts()
      expect(texts.some((text) => words.includes(text))).toBe(true)
      // The page may prove a payment a moment before the BFF learns of it.
      await until(async () => expect(await payment.watch()).toMatchObject({ status: 'paid' }))
      expect(evidences).toContain((await payment.watch()).evidence)
    }
    expect(payment.problems).toEqual([])
    await payment.close()
  })
})

it('the table of results is the same as in the documentation', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/settlement.md'), 'utf8')
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const cell = (end: Outcome) => (end === 'unconfirmed' ? end : `Paid: ${end}`)
  const rows = TABLE.map(([what, , , ...ends]) => row([what, ...ends.map(cell)]))
  const head = [row(['what you have', ...Object.values(METHODS)]), row(Array(5).fill('---'))]
  expect(page).toContain([...head, ...rows].join('\n'))
})
