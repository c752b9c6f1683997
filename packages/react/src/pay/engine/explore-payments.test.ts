import { setMaxListeners } from 'node:events'
import { type Charge, type ChargeState, type Client, LeydenError } from '@leyden/core'
import { createServerClock, createSignedInUser } from '@leyden/core/internal'
import { fakeInvoice } from '@leyden/lightning/testing'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AddressLookup } from '../../address/address-lookup.js'
import { fixtureRecipient } from '../../address/fixtures.js'
import type { Recipient } from '../../address/recipient.js'
import type { PayState } from '../flow/pay-state.js'
import { ledgerOf } from '../ledger/charge-ledger.js'
import type { LedgerRecord } from '../ledger/ledger-storage.js'
import { orderOfProps, pageOf } from '../ledger/order-name.js'
import type { Payment } from '../pay-callbacks.js'
import type { PaySettings } from '../pay-settings.js'
import { createPayEngine } from './pay-engine.js'

/**
 * The number of steps, at least 2. Each takes four times as long, and 7 exceed the memory of a thread. `npm run soak`
 * explores more than `npm test`.
 */
const DEPTH = Number(process.env.LEYDEN_EXPLORE_DEPTH ?? 4)
const isSoak = process.env.LEYDEN_SOAK === '1'

const START = Date.parse('2026-01-01T12:00:00Z')
const EXPIRY_SECONDS = 300
const GRACE_SECONDS = 60
/** For how long after the end the server still knows the URL of a charge. */
const READABLE_SECONDS = 86_400
/** How long a page sleeps or is discarded: past the end of each charge, or until the server has forgotten it. */
const SLEEP_SECONDS = EXPIRY_SECONDS + 2 * GRACE_SECONDS
const DAYS_SECONDS = 8 * 86_400
/** By how much somebody sets the device's clock, past the end of each charge. */
const JUMP_MS = 7_200_000
/** The orders of the page, one after the other: two under one reference, and one without a reference. */
const ORDERS = [
  { reference: 'cart', amountSats: 2_100n },
  { reference: 'cart', amountSats: 9_000n },
  { description: 'a tip', amountSats: 2_100n },
] as const
const amountOf = ({ amountSats }: (typeof ORDERS)[number]) => amountSats * 1_000n
const RECIPIENTS = [fixtureRecipient, { ...fixtureRecipient, address: 'bob@wallet.example' }] as const
const EMPTY: AddressLookup = { status: 'empty' }

const queryClient = new QueryClient({ defaultOptions: { mutations: { gcTime: 0 }, queries: { gcTime: 0 } } })
const preimageOf = (number: number) => (number + 1).toString(16).padStart(64, '0')
const idOf = (number: number) => bytesToHex(sha256(hexToBytes(preimageOf(number))))
const foundLookup = (recipient: Recipient): AddressLookup => ({
  status: 'found',
  address: recipient.address,
  recipient,
  mode: 'test',
})

/** The signed invoices, shared by all situations, because signing takes longest. */
const invoices = new Map<string, string>()

function invoiceOf(number: number, amountMsat: bigint, createdAt: Date, address: string): string {
  const key = `${number} ${amountMsat} ${createdAt.getTime()} ${address}`
  const request =
    invoices.get(key) ??
    fakeInvoice({
      amountMsat,
      network: 'regtest',
      preimage: preimageOf(number),
      createdAt,
      expirySeconds: EXPIRY_SECONDS,
      description: address,
    })
  invoices.set(key, request)
  return request
}

let runs = 0

/**
 * One widget on one page, whose server, wallet, clock, storage and person are controlled by the test.
 *
 * @param tellsTime whether the server sends its time with each answer, so that the page knows how wrong the device's is
 */
function createPage(tellsTime: boolean) {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  /** The payment that the browser wallet was asked for, and its answer. */
  let pendingPayment:
    | { resolve: (proof: { preimage: string }) => void; reject: (reason: Error) => void }
    | undefined
  const webln = {
    enable: async () => {},
    sendPayment: () => new Promise((resolve, reject) => (pendingPayment = { resolve, reject })),
  }
  /** Each page load has a document of its own: a former one hears of nothing any more. */
  const openDocument = () => {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const window = Object.assign(new EventTarget(), { webln })
    // Each watched charge adds listeners.
    setMaxListeners(0, document, window)
    vi.stubGlobal('document', document)
    vi.stubGlobal('window', window)
  }
  openDocument()
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  vi.setSystemTime(START)
  /** By how much the device's clock is ahead of the server's. */
  let aheadMs = 0
  const serverMs = () => Date.now() - aheadMs
  const serverTime = () => new Date(serverMs()).toISOString()
  /** Requests for the state of a charge that are open, by URL. */
  const watches = new Map<string, Watch>()
  /** How the server treats them: it answers, refuses the connection, or keeps them waiting. */
  let server: 'answers' | 'fails' | 'hangs' = 'answers'
  const makeClient = (pageLoad: number): Client =>
    ({
      // Each page load has a ledger of its own, over the same storage.
      baseUrl: `https://shop-${runs}-${pageLoad}.example`,
      clock: createServerClock(),
      user: createSignedInUser(),
      watch(url: string, { signal, onState, onError }: Parameters<Client['watch']>[1]) {
        const watch: Watch = { askedAt: serverMs(), onState, onError: onError ?? (() => {}) }
        watches.set(url, watch)
        signal.addEventListener('abort', () => watches.get(url) === watch && watches.delete(url))
        const request = () => {
          const sentAtMs = Date.now()
          queueMicrotask(() => answer(url, watch, sentAtMs))
        }
        request()
        return { refresh: request }
      },
      proveCharge: async () => {
        if (server !== 'answers') throw new LeydenError('NETWORK', 'The server could not be reached.')
        return { kind: 'charge', status: 'paid', at: serverTime() }
      },
      createCharge: async ({ lnaddress = '' }) => {
        takeTime(Date.now())
        const reply = chargeFor(lnaddress)
        charges.push({
          id: idOf(charges.length),
          order,
          url: reply.watch_url ?? '',
          expiresAt: serverMs() + EXPIRY_SECONDS * 1_000,
          evidence: false,
          isKnownToServer: false,
          answeredAt: undefined,
        })
        return reply
      },
    }) as unknown as Client
  runs++
  /** Payment hashes of the payments that a widget has shown. */
  const reported = new Set<string>()
  let pageLoad = 0
  let client = makeClient(pageLoad)
  let lookup = EMPTY
  let order: (typeof ORDERS)[number] = ORDERS[0]
  /** Payment hashes of the payments that the page was told of as those of another order. */
  const misreported = new Set<string>()
  /** Payment hashes of the payments that the ledger has had: they are final. */
  const everPaid = new Set<string>()
  const onPaid = ({ charge: { id } }: Payment) => {
    if (charges.find((charge) => charge.id === id)?.order !== order) misreported.add(id)
  }
  const settings = (): PaySettings => ({ client, queryClient, lookup, onPaid, ...order })
  const newEngine = () => {
    const payEngine = createPayEngine(settings())
    payEngine.subscribe(() => {
      const { status, arrived = [], unmatched = [], ...state } = payEngine.getState()
      if (status === 'paid' && 'charge' in state) reported.add(state.charge.id)
      for (const { charge } of arrived) reported.add(charge.id)
      for (const { id } of unmatched) reported.add(id)
    })
    return payEngine
  }
  let engine = newEngine()
  let unmount = engine.mount()
  /** Charges in the order in which they were made, with their true state. */
  const charges: {
    id: string
    order: (typeof ORDERS)[number]
    url: string
    expiresAt: number
    /** Whether it was paid: the server knows it, or the wallet has the preimage. */
    evidence: boolean
    isKnownToServer: boolean
    /**
     * When the server sent its last answer, also if it no longer knew the charge. The page does not know that of a server
     * that does not tell the time; then it is when the request was sent.
     */
    answeredAt: number | undefined
  }[] = []
  let walletPaying: string | undefined

  const chargeFor = (address: string): Charge => {
    const number = charges.length
    const createdAt = new Date(serverMs())
    const request = invoiceOf(number, amountOf(order), createdAt, address)
    const until = createdAt.getTime() + (EXPIRY_SECONDS + GRACE_SECONDS) * 1_000
    return {
      lnaddress: address,
      amount: String(amountOf(order)),
      invoice: { request, uri: `lightning:${request}` },
      watch_url: `v0/watch/${number}`,
      watch_until: new Date(until).toISOString(),
      // Only the paying page can see the payment of every second charge.
      detects: number % 2 === 0 ? ['preimage', 'app'] : ['preimage'],
      mode: 'test',
      network: 'regtest',
    }
  }

  const setLookup = (next: AddressLookup) => {
    lookup = next
    engine.update(settings())
  }

  const stateOf = ({ isKnownToServer, expiresAt }: (typeof charges)[number]): ChargeState => {
    const at = serverTime()
    const server_time = tellsTime ? at : undefined
    if (isKnownToServer) return { kind: 'charge', status: 'paid', evidence: 'app', at, server_time }
    const hasEnded = serverMs() >= expiresAt + GRACE_SECONDS * 1_000
    return { kind: 'charge', status: hasEnded ? 'expired' : 'open', at, server_time }
  }

  /** The page takes the time of the server from a reply to a request that left at this time of the device. */
  const takeTime = (sentAtMs: number) => {
    if (tellsTime) client.clock.takeReply(serverTime(), sentAtMs, Date.now())
  }

  /** Answers a request for the state of a charge as the server does now. */
  const answer = (url: string, watch: Watch, sentAtMs = Date.now()) => {
    const charge = charges.find((each) => each.url === url)
    if (!charge || watches.get(url) !== watch || server === 'hangs') return
    if (server === 'fails')
      return watch.onError(new LeydenError('NETWORK', 'The server could not be reached.'))
    charge.answeredAt = tellsTime ? serverMs() : watch.askedAt
    takeTime(sentAtMs)
    const isForgotten = serverMs() > charge.expiresAt + (GRACE_SECONDS + READABLE_SECONDS) * 1_000
    if (isForgotten) watch.onError(new LeydenError('NOT_FOUND', 'This watch URL is invalid or has expired.'))
    else watch.onState(stateOf(charge))
  }
  const answerAll = () => {
    for (const [url, watch] of [...watches]) answer(url, watch)
  }

  /** The server learns of a payment, before the watch of the charge has ended. */
  const pay = (charge: (typeof charges)[number] | undefined) => {
    if (!charge || serverMs() >= charge.expiresAt + GRACE_SECONDS * 1_000) return
    charge.evidence = true
    charge.isKnownToServer = true
    answerAll()
  }
  const firstUnpaid = () => charges.find(({ evidence }) => !evidence)

  /** The clock goes on and no timer fires, as on a device that sleeps. */
  const sleep = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)
  const comeBack = () => {
    document.dispatchEvent(new Event('visibilitychange'))
  }
  /** Somebody sets the device's clock beside the page, and returns. */
  const setClock = (ms: number) => {
    aheadMs += ms
    vi.setSystemTime(Date.now() + ms)
    comeBack()
  }
  const load = () => {
    // Nothing of the former page load keeps running.
    const now = Date.now()
    vi.clearAllTimers()
    // Clearing the timers also resets the clock.
    vi.setSystemTime(now)
    watches.clear()
    openDocument()
    pendingPayment = undefined
    const previousClient = client
    client = makeClient(++pageLoad)
    for (const [key, value] of [...stored]) {
      stored.delete(key)
      stored.set(key.replace(previousClient.baseUrl, client.baseUrl), value)
    }
    engine = newEngine()
    unmount = engine.mount()
  }

  const actions = {
    back: () => engine.actions.back(),
    clear: () => setLookup(EMPTY),
    findAlice: () => setLookup(foundLookup(RECIPIENTS[0])),
    findBob: () => setLookup(foundLookup(RECIPIENTS[1])),
    order() {
      if (charges.length < 4) engine.requestInvoice({ amountMsat: amountOf(order) })
    },
    askWallet() {
      const state = engine.getState()
      if (state.status !== 'awaiting') return
      walletPaying = state.charge.id
      engine.actions.payWithBrowserWallet()
    },
    walletPays() {
      const index = charges.findIndex(({ id }) => id === walletPaying)
      const charge = charges[index]
      if (!charge) return
      charge.evidence = true
      // After the wallet has answered, a connected wallet can still prove the payment later.
      if (pendingPayment) pendingPayment.resolve({ preimage: preimageOf(index) })
      else ledgerOf(client).prove(charge.id, preimageOf(index))
      pendingPayment = undefined
    },
    walletLies() {
      pendingPayment?.resolve({ preimage: 'ff'.repeat(32) })
      pendingPayment = undefined
      if (walletPaying) ledgerOf(client).prove(walletPaying, 'ff'.repeat(32))
    },
    walletRefuses() {
      pendingPayment?.reject(new Error('User rejected'))
      pendingPayment = undefined
    },
    reopen: () => engine.actions.reopen(),
    claim: () => engine.actions.claimPaid(),
    dismiss() {
      const [notice] = engine.getState().arrived ?? []
      if (notice) engine.actions.dismiss(notice.charge.id)
    },
    /** Advances the clock to the next expiry, and runs the timers that are due until then. */
    passTime() {
      const now = serverMs()
      const times = charges.flatMap(({ expiresAt }) => [expiresAt, expiresAt + GRACE_SECONDS * 1_000])
      const [next = now + 1_000] = times.filter((time) => time > now).sort((a, b) => a - b)
      vi.advanceTimersByTime(next - now)
    },
    payFirst: () => pay(firstUnpaid()),
    payLast: () => pay(charges.filter(({ evidence }) => !evidence).at(-1)),
    checkAgain: () => engine.actions.checkAgain(),
    serverFails: () => {
      server = 'fails'
      answerAll()
    },
    serverHangs: () => {
      server = 'hangs'
    },
    serverAnswers() {
      server = 'answers'
      answerAll()
      vi.advanceTimersByTime(60_000)
    },
    setClockForward: () => setClock(JUMP_MS),
    setClockBack: () => setClock(-JUMP_MS),
    sleepPastTheEnd() {
      sleep(SLEEP_SECONDS)
      comeBack()
    },
    payWhileAsleep() {
      const charge = firstUnpaid()
      const isInTime = charge && serverMs() < charge.expiresAt + GRACE_SECONDS * 1_000
      // An answer of before the payment may arrive only when the device wakes up.
      const server_time = tellsTime ? serverTime() : undefined
      const late = [...watches].map(([url, watch]) => () => {
        const asked = charges.find((each) => each.url === url)
        const state = { kind: 'charge', status: 'open', at: serverTime(), server_time } as const
        if (asked && watches.get(url) === watch && server === 'answers') watch.onState(state)
      })
      if (isInTime) Object.assign(charge, { evidence: true, isKnownToServer: true })
      sleep(SLEEP_SECONDS)
      for (const arrive of late) arrive()
      comeBack()
    },
    discardForMinutes() {
      sleep(SLEEP_SECONDS)
      load()
    },
    discardForDays() {
      sleep(DAYS_SECONDS)
      load()
    },
    remount() {
      unmount()
      engine = newEngine()
      unmount = engine.mount()
    },
    reload: load,
    otherOrder() {
      order = ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length] ?? ORDERS[0]
      engine.update(settings())
    },
  }

  /** The records of the ledger, as they are stored. */
  const records = () => {
    const text = stored.get(`leyden:charges:${client.baseUrl}`) ?? '{"charges":[]}'
    const { charges: all } = JSON.parse(text) as { charges: LedgerRecord[] }
    return all.map(({ shown, order: name, isOnScreen, isNoticed, isReported, payment }) => {
      const { phase, asked, doubts } = shown
      const told = { isNoticed, isReported }
      return {
        watchUrl: shown.charge.watchUrl,
        order: name,
        isOnScreen,
        ...told,
        phase,
        asked,
        doubts,
        payment,
      }
    })
  }

  return {
    actions,
    charges,
    reported,
    misreported,
    everPaid,
    records,
    watches,
    state: () => engine.getState(),
    lookup: () => lookup.status === 'found' && lookup.address,
    order: () => order,
    orderName: () => orderOfProps(settings(), pageOf(location)).name,
    walletPaying: () => walletPaying,
    server: () => server,
    serverMs,
    aheadMs: () => aheadMs,
  }
}

interface Watch {
  askedAt: number
  onState: (state: ChargeState) => void
  onError: (error: LeydenError) => void
}

type Page = ReturnType<typeof createPage>
type Action = keyof Page['actions']

/** Identifies a situation by its state, its clocks and its ledger. */
function keyOf(page: Page): string {
  const { charges } = page
  const numberOf = (id: string) => charges.findIndex((charge) => charge.id === id)
  const state = JSON.stringify(page.state(), (name, value) => {
    if (name === 'recipient') return (value as Recipient).address
    if (name === 'charge') return numberOf((value as { id: string }).id)
    if (/^(attempt|at|unreachableSince|preimage|error|mismatch|problem|order|duplicateOf)$/.test(name))
      return undefined
    if (typeof value === 'bigint') return String(value)
    return value
  })
  const ledger = page.records().map(({ payment, ...record }) => [record, payment !== undefined])
  const now = page.serverMs()
  const clocks = charges.map(({ expiresAt }) =>
    now < expiresAt ? 'open' : now < expiresAt + GRACE_SECONDS * 1_000 ? 'grace' : 'over',
  )
  const evidence = charges.map((charge) => charge.evidence)
  const { order, lookup, walletPaying } = page
  const numbers = [ORDERS.indexOf(order()), numberOf(walletPaying() ?? '')]
  return JSON.stringify([
    state,
    ledger,
    clocks,
    evidence,
    numbers,
    lookup(),
    page.server(),
    page.aheadMs(),
    page.watches.size,
  ])
}

/** Checks what has to be true in every situation. */
function assertPromises(page: Page, path: readonly Action[]): void {
  const state: PayState = page.state()
  const records = page.records()
  const steps = path.join(' > ')
  const now = page.serverMs()
  const recordOf = ({ url }: { url: string }) => records.find(({ watchUrl }) => watchUrl === url)

  // A page whose server does not answer cannot know that the device's clock is behind.
  const mayBeBehind = page.server() !== 'answers' && page.aheadMs() < 0
  if (state.status === 'awaiting' && state.charge.expiresAt.getTime() <= now && !mayBeBehind)
    throw new Error(`${steps}: an invoice is payable after its expiry`)

  const fail = ({ url }: { url: string }, what: string): never => {
    throw new Error(`${steps}: ${url} ${what}`)
  }
  const isAnswering = page.server() === 'answers'
  let isRunning = false

  for (const charge of page.charges) {
    const record = recordOf(charge) ?? fail(charge, 'is not in the ledger')
    const { phase, payment } = record
    const watch = page.watches.get(charge.url)
    const end = charge.expiresAt + GRACE_SECONDS * 1_000
    const wasAnsweredAfter = (moment: number) => (charge.answeredAt ?? 0) >= moment
    const isSettled = payment !== undefined || phase === 'ended' || phase === 'unknown'
    // A payment that only this device knows: the server is asked once, for at most a minute, and then at each return.
    const isKept = payment?.isKept === true
    if (isKept && watch && now - watch.askedAt > 60_000) fail(charge, 'is kept, and watched forever')
    isRunning ||= !isSettled
    // A clock that was ahead makes the page send single checks instead, until the server has answered.
    const isChecked = !isAnswering && /^ended_/.test(phase)
    if (!isSettled && now < end && !watch && !isChecked) fail(charge, 'is not watched')
    if (!isSettled && vi.getTimerCount() === 0) fail(charge, 'is looked at no more')
    if (!isSettled && isAnswering && now >= end) fail(charge, 'has no end, though the server answers')
    if (isSettled && !isKept && watch) fail(charge, 'is watched forever')
    if (phase === 'ended' && !wasAnsweredAfter(end)) fail(charge, 'ended without an answer')
    if (phase === 'unknown' && !wasAnsweredAfter(end)) fail(charge, 'was given up without an answer')
    const isExpired = state.status === 'expired' && state.charge.id === charge.id
    if (isExpired && !wasAnsweredAfter(charge.expiresAt)) fail(charge, 'is called expired without an answer')
    if (isExpired && record.phase === 'unknown') fail(charge, 'is called expired, and nobody knows')
    if (page.everPaid.has(charge.id) && !payment) fail(charge, 'is not paid any more')
    if (payment) page.everPaid.add(charge.id)
    // After days the server does not know the charge any more.
    const isKnown = now <= end + READABLE_SECONDS * 1_000 || page.everPaid.has(charge.id)
    if (charge.isKnownToServer && isAnswering && isKnown && !page.reported.has(charge.id))
      fail(charge, 'was paid, and the payment is not seen')
    if ((page.reported.has(charge.id) || payment !== undefined) && !charge.evidence)
      fail(charge, 'is called paid without evidence')
    if (charge.evidence && !charge.isKnownToServer && !page.reported.has(charge.id))
      fail(charge, 'was proven, and the payment is not reported')
    const isShown = 'charge' in state && state.charge.id === charge.id
    if (isShown && !record.order.startsWith(page.orderName()))
      throw new Error(`${steps}: the charge of another order is shown`)
    if (page.misreported.has(charge.id))
      throw new Error(`${steps}: the payment of ${charge.url} is reported as that of another order`)
    if (state.unmatched?.some(({ id }) => id === charge.id) && charge.order === page.order())
      throw new Error(`${steps}: the payment of ${charge.url} is shown as one of other terms`)
  }
  const isQuiet = page.watches.size === 0 && vi.getTimerCount() === 0
  if (isAnswering && !isRunning && !isQuiet) throw new Error(`${steps}: something is left running`)
}

/**
 * Lets server and wallet answer, and delivers deferred events to the widgets. It waits for microtasks, because the
 * asynchronous timers of the test library take much longer.
 */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (let tick = 0; tick < 12; tick++) await null
    vi.advanceTimersByTime(0)
  }
}

async function replay(path: readonly Action[], tellsTime: boolean): Promise<Page> {
  vi.clearAllTimers()
  const page = createPage(tellsTime)
  for (const action of path) {
    page.actions[action]()
    await settle()
  }
  return page
}

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * Explores every situation that the actions lead to within some steps, checks the promises in each, and prints how many
 * different ones there were.
 */
async function explore(
  start: readonly Action[],
  names: readonly Action[],
  depth: number,
  tellsTime = false,
): Promise<number> {
  let frontier: (readonly Action[])[] = [start]
  const situations = new Set<string>()
  for (let step = 0; step < depth; step++) {
    const next: (readonly Action[])[] = []
    for (const path of frontier)
      for (const name of names) {
        const longer = [...path, name]
        const page = await replay(longer, tellsTime)
        const key = keyOf(page)
        if (situations.has(key)) continue
        situations.add(key)
        assertPromises(page, longer)
        next.push(longer)
      }
    frontier = next
  }
  console.info(`${situations.size} situations within ${depth} of ${names.length} actions`)
  return situations.size
}

const PEOPLE: readonly Action[] = [
  'back',
  'clear',
  'findAlice',
  'findBob',
  'order',
  'askWallet',
  'walletPays',
  'walletLies',
  'walletRefuses',
  'reopen',
  'claim',
  'dismiss',
  'passTime',
  'payFirst',
  'payLast',
  'remount',
  'reload',
  'otherOrder',
]
const TROUBLE: readonly Action[] = [
  'passTime',
  'sleepPastTheEnd',
  'payWhileAsleep',
  'discardForMinutes',
  'discardForDays',
  'serverFails',
  'serverHangs',
  'serverAnswers',
  'payFirst',
  'checkAgain',
  'askWallet',
  'walletLies',
  'walletPays',
  'order',
]

const CLOCKS: readonly Action[] = [
  'setClockForward',
  'setClockBack',
  'passTime',
  'sleepPastTheEnd',
  'payWhileAsleep',
  'discardForMinutes',
  'serverFails',
  'serverHangs',
  'serverAnswers',
  'payFirst',
  'walletPays',
  'reload',
  'order',
]

// If the steps led nowhere, the tests would pass without testing anything.
it('keeps its promises whatever people do, in every situation that can be reached in a few steps', async () => {
  expect(await explore(['findAlice', 'order'], PEOPLE, DEPTH)).toBeGreaterThan(4 * 3 ** DEPTH)
})

it('keeps its promises while the server fails or hangs, and the page sleeps or is discarded', async () => {
  const depth = isSoak ? DEPTH : DEPTH - 1
  expect(await explore(['findAlice', 'order'], TROUBLE, depth)).toBeGreaterThan(3 ** depth)
})

it('keeps its promises while the clock of the device is set, as far as the server tells the time', async () => {
  const depth = isSoak ? DEPTH : DEPTH - 1
  expect(await explore(['findAlice', 'order'], CLOCKS, depth, true)).toBeGreaterThan(3 ** depth)
})
