import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { until } from '../harness/until.js'
import { type Mode, payBy, startShops, type Way } from './paid-shops.js'

const browser = await sharedBrowser()
const shops = await startShops()
afterAll(() => shops.close())

/** The end of a payment on the screen. If two are possible, they are different evidence of one payment. */
type End = 'preimage' | 'verify' | 'app' | 'preimage or verify' | 'preimage or app' | 'unconfirmed'

const ALICE = 'alice@wallet.example'
/** An address whose own server does not verify payments. */
const NOVERIFY = 'noverify@wallet.example'

const WAYS = {
  qr: 'QR code, another wallet',
  link: '`lightning:` link on a phone',
  browser: 'browser wallet (WebLN)',
  connected: 'connected wallet (Nostr Wallet Connect)',
} satisfies Record<Way, string>

/** The result of each way to pay, for each kind of shop server. */
// biome-ignore format: this is a table
const TABLE: [what: string, mode: Mode, address: string, qr: End, link: End, browser: End, connected: End][] = [
  ['only the service', 'service', ALICE, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`lnurlProvider()`, a recipient whose server verifies', 'lnurl', ALICE, 'verify', 'verify', 'preimage or verify', 'preimage or verify'],
  ['`lnurlProvider()`, any other recipient', 'lnurl', NOVERIFY, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`verifiedFirst()`, a recipient whose server verifies', 'verified-first', ALICE, 'verify', 'verify', 'preimage or verify', 'preimage or verify'],
  ['`verifiedFirst()`, any other recipient', 'verified-first', NOVERIFY, 'unconfirmed', 'unconfirmed', 'preimage', 'preimage'],
  ['`settlement: nwc()`, the shop’s own wallet', 'nwc', ALICE, 'app', 'app', 'preimage or app', 'preimage or app'],
  ['`bff.settle()`, the shop’s own node', 'settle', ALICE, 'app', 'app', 'preimage or app', 'preimage or app'],
]

const ALL = TABLE.flatMap(([what, mode, address, ...ends]) =>
  (Object.keys(WAYS) as Way[]).map((way, index) => [what, way, ends[index] as End, mode, address] as const),
)
/**
 * A link opens the same wallets as the QR code, a connected wallet answers like a browser wallet, and a preimage proves
 * a payment for any shop server. So each is tested once, and once with the report of the shop's node.
 */
const SHORT = ALL.filter(
  ([, way, , mode]) => way === 'qr' || mode === 'service' || (way === 'browser' && mode === 'settle'),
)

/** The text on the screen for each evidence. */
const WORDS: Record<string, string> = {
  preimage: 'Confirmed by proof of payment',
  verify: 'Confirmed by wallet.example',
  app: 'Confirmed by this shop',
}

describe.concurrent('ways to pay', () => {
  it.each(inSoak ? ALL : SHORT)('%s; %s: %s', async (_, way, end, mode, address) => {
    const payment = await payBy(browser, shops, way, mode, address)
    if (end === 'unconfirmed') {
      expect(payment.detects).toEqual(['preimage'])
      await payment.claimPaid()
      await payment.ends('unconfirmed')
      expect(await payment.watch()).toMatchObject({ status: 'open' })
      expect((await payment.shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])
    } else {
      await payment.ends('paid')
      await payment.page.getByRole('heading', { name: 'Paid 2,100 sats', exact: true }).waitFor()
      const evidences = end.split(' or ')
      const words = evidences.map((evidence) => WORDS[evidence] ?? '')
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

it('match the table of the documentation', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/settlement.md'), 'utf8')
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const cell = (end: End) => (end === 'unconfirmed' ? end : `Paid: ${end}`)
  const rows = TABLE.map(([what, , , ...ends]) => row([what, ...ends.map(cell)]))
  const head = [row(['what you have', ...Object.values(WAYS)]), row(Array(5).fill('---'))]
  expect(page).toContain([...head, ...rows].join('\n'))
})
