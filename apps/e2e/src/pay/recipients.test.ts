import { join } from 'node:path'
import type { PayProvider } from '@leyden/bff'
import { lnurlProvider } from '@leyden/lnurl'
import { arabic } from '@leyden/react/languages/ar'
import { german } from '@leyden/react/languages/de'
import { spanish } from '@leyden/react/languages/es'
import { japanese } from '@leyden/react/languages/ja'
import { portuguese } from '@leyden/react/languages/pt-BR'
import type { PayMessageKey } from '@leyden/react/pay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CorpusCase, readCorpus } from '../../../../packages/lnurl/src/corpus/corpus.js'
import { createCorpusServer } from '../../../../packages/lnurl/src/test-support/corpus-server.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { listen } from '../harness/listen.js'
import { inSoak } from '../harness/rows.js'
import { type Shop, startShop } from '../harness/start-shop.js'

type Refusal = Extract<Awaited<ReturnType<PayProvider['validateLightningAddress']>>, { valid: false }>
type Reason = Refusal['reason']
type Fault = NonNullable<Refusal['detail']>

/** What the payer reads about a reply of the corpus: a message of the catalogue, with its English sentence. */
interface Row {
  /** The id of a case. */
  reply: string
  message: PayMessageKey
  english: string
  /** The recipient's own words, which are quoted. */
  words?: string
}

const NOT_USABLE = {
  message: 'addressNotUsable',
  english: 'This address cannot be paid here. The problem is at {domain}.',
} as const

/** One reply for each reason; without a row this does not compile. */
const REASONS = {
  // The page sees it too, and sends no request.
  malformed: {
    reply: '',
    message: 'addressShape',
    english: 'A Lightning Address looks like an e-mail address: name@domain.',
  },
  no_such_user: {
    reply: 'no-such-user-404',
    message: 'addressNoUser',
    english: '{domain} has no user with this name.',
    words: 'Nope',
  },
  not_lightning_address: {
    reply: 'not-found-page',
    message: 'addressNotLightning',
    english: '{address} does not accept Lightning payments. Is it an e-mail address?',
  },
  not_usable: { reply: 'callback-http', ...NOT_USABLE },
  payer_data_required: {
    reply: 'pubkey-mandatory',
    message: 'addressNeeds',
    english: 'This address requires details that you cannot enter here: {fields}.',
  },
  not_in_sandbox: {
    reply: 'not-in-sandbox',
    message: 'addressSandbox',
    english: 'Test mode works with test addresses only, such as {example}.',
  },
} satisfies Record<Reason, Row>

/** One reply for each fault of a recipient's server. */
const FAULTS = {
  wrong_tag: { reply: 'tag-missing', ...NOT_USABLE },
  bad_callback: { reply: 'callback-relative', ...NOT_USABLE },
  insecure_callback: { reply: 'callback-http', ...NOT_USABLE },
  private_callback: { reply: 'callback-localhost', ...NOT_USABLE },
  port_callback: { reply: 'callback-low-port', ...NOT_USABLE },
  onion_callback: { reply: 'callback-onion', ...NOT_USABLE },
  bad_amount_range: { reply: 'limits-swapped', ...NOT_USABLE },
  no_whole_sat_amount: { reply: 'limits-in-sats', ...NOT_USABLE },
  bad_metadata: { reply: 'metadata-array', ...NOT_USABLE },
  no_text_plain: { reply: 'metadata-flat', ...NOT_USABLE },
  upstream_error: {
    reply: 'maintenance',
    message: 'addressNotServed',
    english: '{domain} does not accept payments to this address right now.',
    words: 'Service under maintenance, try later',
  },
} satisfies Record<Fault, Row>

const LOCALES = { en: undefined, ar: arabic, de: german, es: spanish, ja: japanese, 'pt-BR': portuguese }

/** What the sandbox's own server replies for a domain that it does not know. */
const NOT_IN_SANDBOX: CorpusCase = {
  id: 'not-in-sandbox',
  about: 'The sandbox does not know the domain.',
  lookUp: { body: { status: 'ERROR', reason: 'not_in_sandbox: unknown domain' } },
  right: { refused: 'not_in_sandbox' },
}

const corpus = new Map(
  [...readCorpus().flatMap(({ cases }) => cases), NOT_IN_SANDBOX].map((each) => [each.id, each]),
)
const addressOf = (reply: string) => `ana@${reply}.example`
const browser = await sharedBrowser()
const lines: { code: string; host?: string; reason?: string; detail?: string; requestId?: string }[] = []
let shop: Shop
let recipients: Awaited<ReturnType<typeof listen>>
/** The case whose callback is requested: all cases have the same one. */
let paid = ''

beforeAll(async () => {
  const servers = new Map<string, ReturnType<typeof createCorpusServer>>()
  let count = 0
  /** The server of a case, which keeps its place in a list of replies. */
  const serverOf = (id: string) => {
    const example = corpus.get(id)
    if (!example) throw new Error(`The corpus has no case ${id}.`)
    const nowSeconds = () => Math.floor(Date.now() / 1_000)
    const preimage = (++count).toString(16).padStart(64, '0')
    const server =
      servers.get(id) ?? createCorpusServer(example, nowSeconds, { preimage, network: 'regtest' })
    servers.set(id, server)
    return server
  }
  recipients = await listen((request, response) => {
    const [domain = ''] = (request.headers.host ?? '').split('.example')
    const isLookUp = request.url?.startsWith('/.well-known/')
    // Every look-up is the first one, so that each test gets the reply of its case.
    if (isLookUp) servers.delete(domain)
    serverOf(isLookUp ? domain : paid)(request, response)
  })
  const write = (fields: object) => void lines.push(fields as (typeof lines)[number])
  const log = { info: write, warn: write, error: write }
  shop = await startShop({
    page: join(import.meta.dirname, 'page/recipients-page.tsx'),
    isMounted: true,
    pay: lnurlProvider({ network: 'regtest', sandboxUrl: recipients.url, log }),
    log,
  })
})

afterAll(async () => {
  await shop.close()
  await recipients.close()
})

/** The text of an element without the marks that isolate a direction. */
const plain = (text: string | null) => text?.replace(/[\u2066-\u2069]/g, '')

describe('a reply of the recipient’s server', () => {
  const rows = Object.entries({ ...REASONS, ...FAULTS } satisfies Record<Reason | Fault, Row>)
  const looked = rows.filter(([, { reply }]) => reply !== '')

  // Each language has each sentence, by its type. So one language besides English shows that it is used.
  const shown = Object.entries(LOCALES).filter(([locale]) => inSoak || locale === 'en' || locale === 'ar')

  it.each(shown)('has the sentence of its reason in %s', async (locale, language) => {
    const query = new URLSearchParams({ locale })
    for (const address of new Set(looked.map(([, { reply }]) => addressOf(reply))))
      query.append('address', address)
    query.append('address', 'bob')
    const { page, close } = await openPage(browser, `${shop.url}/?${query}`)
    for (const [name, row] of rows) {
      const { reply, message, english, words } = row as Row
      const address = reply === '' ? 'bob' : addressOf(reply)
      const sentence = language?.pay[message] ?? english
      if (typeof sentence !== 'string') throw new Error(`${message} has plural forms.`)
      const values: Record<string, string> = {
        address,
        domain: `${reply}.example`,
        fields: 'pubkey',
        example: 'alice@wallet.example',
      }
      const field = page.getByRole('region', { name: address, exact: true })
      const status = field.getByRole('status')
      await expect
        .poll(async () => [name, plain(await status.textContent())])
        .toEqual([name, sentence.replace(/\{(\w+)\}/g, (_, value) => values[value] ?? '')])
      expect(await field.locator('q').allTextContents()).toEqual(words === undefined ? [] : [words])
    }
    await close()
  })

  it.each(looked)('has one line in the log, for its request, about its host: %s', async (name, { reply }) => {
    lines.length = 0
    const url = `${shop.url}/leyden/v0/ln-address/validate/${encodeURIComponent(addressOf(reply))}`
    const answer = await fetch(url)
    const code = name === 'not_in_sandbox' ? 'SANDBOX_ADDRESS_UNKNOWN' : 'ADDRESS_NOT_PAYABLE'
    const isReason = Object.hasOwn(REASONS, name)
    expect(lines.filter((line) => line.code === code)).toEqual([
      expect.objectContaining({
        requestId: answer.headers.get('x-request-id'),
        host: `${reply}.example`,
        ...(isReason ? { reason: name } : { reason: 'not_usable', detail: name }),
      }),
    ])
  })

  it('is not needed for a text that is no address', async () => {
    lines.length = 0
    const answer = await fetch(`${shop.url}/leyden/v0/ln-address/validate/bob`)
    expect(await answer.json()).toMatchObject({ data: { valid: false, reason: 'malformed' } })
    expect(lines.filter(({ code }) => code === 'ADDRESS_NOT_PAYABLE')).toMatchObject([
      { reason: 'malformed' },
    ])
  })
})

describe('a payment', () => {
  it.each<[reply: string, sentence: string, words?: string]>([
    ['gateway', '{domain} is having problems right now.'],
    ['server-error', '{domain} is having problems right now.', 'Database is locked'],
    ['cut-off', 'We cannot reach the provider of ana@{domain} right now.'],
    ['error-beside-fields', '{domain} does not accept payments to this address right now.', 'Disabled'],
    ['tag-missing', 'This address cannot be paid here. The problem is at {domain}.'],
  ])('cannot start after the reply "%s" to the look-up', async (reply, sentence, words) => {
    const address = addressOf(reply)
    const { page, close } = await openPage(browser, `${shop.url}/?pay=${encodeURIComponent(address)}`)
    await page
      .getByText(sentence.replace('{domain}', `${reply}.example`))
      .first()
      .waitFor()
    if (words !== undefined) await page.locator('q').getByText(words, { exact: true }).waitFor()
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
    await close()
  })

  it.each<[reply: string, sentence: string, words?: string]>([
    ['reason', '{domain} refused this payment.', 'Amount is too large for this account: 5000 sats left'],
    ['error-reason-markup', '{domain} refused this payment.', '<b>Pay</b> later now'],
    ['callback-gateway', '{domain} is having problems right now.'],
    ['callback-page', '{domain} is having problems right now.'],
    ['pr-null', '{domain} is having problems right now.'],
    ['redirect-to-http', '{domain} is having problems right now.'],
    ['pr-other-amount', 'You asked to pay 21 sats. The invoice was for 22 sats.'],
    ['pr-expired', 'It had already expired when it arrived.'],
  ])('ends with a sentence about the reply "%s" to the callback', async (reply, sentence, words) => {
    paid = reply
    const address = addressOf(reply)
    const { page, close } = await openPage(browser, `${shop.url}/?pay=${encodeURIComponent(address)}`)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page
      .getByText(sentence.replace('{domain}', `${reply}.example`))
      .first()
      .waitFor()
    expect(await page.locator('q').allTextContents()).toEqual(words === undefined ? [] : [words])
    if (words !== undefined) {
      await page.getByText('shop.example says:').waitFor()
      expect(await page.locator('[role="status"], [data-ly-lead]').allTextContents()).not.toContain(words)
      expect((await page.evaluate(() => window.errors)).join()).not.toContain(words)
    }
    await close()
  })

  it.each(['minimal', 'success-empty', 'redirect-308-www'])(
    'gets its invoice with the reply "%s"',
    async (reply) => {
      paid = reply
      const { page, close } = await openPage(
        browser,
        `${shop.url}/?pay=${encodeURIComponent(addressOf(reply))}`,
      )
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByRole('img', { name: /^QR code of an invoice for 21 sats/ }).waitFor()
      await close()
    },
  )
})
