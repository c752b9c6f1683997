import { setMaxListeners } from 'node:events'
import {
  type Charge,
  type ChargeState,
  type Client,
  createServerClock,
  createSignedInUser,
} from '@leyden/core'
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
import type { Payment } from '../pay-callbacks.js'
import type { PaySettings } from '../pay-settings.js'
import { orderOfProps, pageOf } from './order-name.js'
import { createPayEngine } from './pay-engine.js'

/**
 * The number of steps, at least 2. Each takes four times as long, and 7 exceed the memory of a thread. `npm run soak`
 * explores more than `npm test`.
 */
const DEPTH = Number(process.env.LEYDEN_EXPLORE_DEPTH ?? 4)

const START = Date.parse('2026-01-01T12:00:00Z')
const EXPIRY_SECONDS = 300
const GRACE_SECONDS = 60
/** After the grace time the ledger makes one last request. */
const END_SECONDS = GRACE_SECONDS + 4
/** The orders of the page, one after the other: two under one reference, and one without a reference. */
const ORDERS = [
  { reference: 'cart', amountSats: 2_100n },
  { reference: 'cart', amountSats: 9_000n },
  { description: 'a tip', amountSats: 2_100n },
] as const
const amountOf = ({ amountSats }: (typeof ORDERS)[number]) => amountSats * 1_000n
const RECIPIENTS = [fixtureRecipient, { ...fixtureRecipient, address: 'bob@wallet.example' }] as const
const EMPTY: AddressLookup = { status: 'empty' }

const queryClient = new QueryClient()
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

/** One widget on one page, whose server, wallet, clock, storage and person are controlled by the test. */
function createPage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', document)
  /** The payment that the browser wallet was asked for, and its answer. */
  let pendingPayment:
    | { resolve: (proof: { preimage: string }) => void; reject: (reason: Error) => void }
    | undefined
  const webln = {
    enable: async () => {},
    sendPayment: () => new Promise((resolve, reject) => (pendingPayment = { resolve, reject })),
  }
  const window = Object.assign(new EventTarget(), { webln })
  vi.stubGlobal('window', window)
  // Each watched charge adds listeners.
  setMaxListeners(0, document, window)
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  vi.setSystemTime(START)
  const watches = new Map<string, (state: ChargeState) => void>()
  const makeClient = (pageLoad: number): Client =>
    ({
      // Each page load has a ledger of its own, over the same storage.
      baseUrl: `https://shop-${runs}-${pageLoad}.example`,
      clock: createServerClock(),
      user: createSignedInUser(),
      watch(url: string, { signal, onState }: Parameters<Client['watch']>[1]) {
        watches.set(url, onState)
        signal.addEventListener('abort', () => watches.get(url) === onState && watches.delete(url))
        return { refresh() {} }
      },
      proveCharge: async () => ({ kind: 'charge', status: 'paid', at: new Date().toISOString() }),
      createCharge: async ({ lnaddress = '' }) => {
        const reply = chargeFor(lnaddress)
        charges.push({
          id: idOf(charges.length),
          order,
          url: reply.watch_url ?? '',
          expiresAt: Date.now() + EXPIRY_SECONDS * 1_000,
          evidence: false,
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
    evidence: boolean
  }[] = []
  let walletPaying: string | undefined

  const chargeFor = (address: string): Charge => {
    const number = charges.length
    const createdAt = new Date()
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

  const pay = (charge: (typeof charges)[number] | undefined) => {
    const sendState = charge && watches.get(charge.url)
    if (!charge || !sendState) return
    charge.evidence = true
    sendState({ kind: 'charge', status: 'paid', evidence: 'app', at: new Date().toISOString() })
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
      const now = Date.now()
      const times = charges.flatMap(({ expiresAt }) => [expiresAt, expiresAt + END_SECONDS * 1_000])
      const [next = now + 1_000] = times.filter((time) => time > now).sort((a, b) => a - b)
      vi.advanceTimersByTime(next - now)
    },
    payFirst: () => pay(charges.find(({ evidence }) => !evidence)),
    payLast: () => pay(charges.filter(({ evidence }) => !evidence).at(-1)),
    remount() {
      unmount()
      engine = newEngine()
      unmount = engine.mount()
    },
    reload() {
      // Nothing of the former page load keeps running.
      const now = Date.now()
      vi.clearAllTimers()
      // Clearing the timers also resets the clock.
      vi.setSystemTime(now)
      watches.clear()
      pendingPayment = undefined
      const previousClient = client
      client = makeClient(++pageLoad)
      for (const [key, value] of stored)
        stored.set(key.replace(previousClient.baseUrl, client.baseUrl), value)
      engine = newEngine()
      unmount = engine.mount()
    },
    otherOrder() {
      order = ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length] ?? ORDERS[0]
      engine.update(settings())
    },
  }

  /** The records of the ledger, as they are stored. */
  const records = () => {
    const text = stored.get(`leyden:charges:${client.baseUrl}`) ?? '{"charges":[]}'
    const { charges: all } = JSON.parse(text) as { charges: LedgerRecord[] }
    return all.map(({ shown, order: name, isOnScreen, isNotified, payment }) => {
      const { isInvoiceExpired, isWatchOver, isUnclear } = shown
      const flags = { isInvoiceExpired, isWatchOver, isUnclear }
      return { watchUrl: shown.charge.watchUrl, order: name, isOnScreen, isNotified, flags, payment }
    })
  }

  return {
    actions,
    charges,
    reported,
    misreported,
    records,
    watches,
    state: () => engine.getState(),
    lookup: () => lookup.status === 'found' && lookup.address,
    order: () => order,
    orderName: () => orderOfProps(settings(), pageOf(location)).name,
    walletPaying: () => walletPaying,
  }
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
    if (/^(attempt|at|preimage|error|mismatch|problem|order|duplicateOf)$/.test(name)) return undefined
    if (typeof value === 'bigint') return String(value)
    return value
  })
  const ledger = page
    .records()
    .map(({ watchUrl, order, isOnScreen, isNotified, flags, payment }) => [
      watchUrl,
      order,
      isOnScreen,
      isNotified,
      flags,
      payment !== undefined,
    ])
  const now = Date.now()
  const clocks = charges.map(({ expiresAt }) =>
    now < expiresAt ? 'open' : now < expiresAt + GRACE_SECONDS * 1_000 ? 'grace' : 'over',
  )
  const evidence = charges.map((charge) => charge.evidence)
  const { order, lookup, walletPaying } = page
  const numbers = [ORDERS.indexOf(order()), numberOf(walletPaying() ?? '')]
  return JSON.stringify([state, ledger, clocks, evidence, numbers, lookup()])
}

/** Checks what has to be true in every situation. */
function assertPromises(page: Page, path: readonly Action[]): void {
  const state: PayState = page.state()
  const records = page.records()
  const steps = path.join(' > ')
  const recordOf = ({ url }: { url: string }) => records.find(({ watchUrl }) => watchUrl === url)

  if (state.status === 'awaiting' && state.charge.expiresAt.getTime() <= Date.now())
    throw new Error(`${steps}: an invoice is payable after its expiry`)

  for (const charge of page.charges) {
    const record = recordOf(charge)
    if (!record) throw new Error(`${steps}: charge ${charge.url} is not in the ledger`)
    const isWatchOver = record.payment !== undefined || record.flags.isWatchOver === true
    if (!isWatchOver && !page.watches.has(charge.url))
      throw new Error(`${steps}: ${charge.url} is not watched`)
    if (isWatchOver && page.watches.has(charge.url))
      throw new Error(`${steps}: ${charge.url} is watched forever`)
    if (record.flags.isWatchOver && Date.now() < charge.expiresAt + GRACE_SECONDS * 1_000)
      throw new Error(`${steps}: ${charge.url} ended too early`)
    if ((page.reported.has(charge.id) || record.payment !== undefined) && !charge.evidence)
      throw new Error(`${steps}: ${charge.url} is called paid without evidence`)
    if (charge.evidence && !page.reported.has(charge.id))
      throw new Error(`${steps}: the payment of ${charge.url} is not reported`)
    const isShown = 'charge' in state && state.charge.id === charge.id
    if (isShown && !record.order.startsWith(page.orderName()))
      throw new Error(`${steps}: the charge of another order is shown`)
    if (page.misreported.has(charge.id))
      throw new Error(`${steps}: the payment of ${charge.url} is reported as that of another order`)
    if (state.unmatched?.some(({ id }) => id === charge.id) && charge.order === page.order())
      throw new Error(`${steps}: the payment of ${charge.url} is shown as one of other terms`)
  }
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

async function replay(path: readonly Action[]): Promise<Page> {
  vi.clearAllTimers()
  const page = createPage()
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

it('keeps both promises in every situation that can be reached in a few steps', async () => {
  let frontier: Action[][] = [['findAlice', 'order']]
  const situations = new Set<string>()
  const names = Object.keys((await replay([])).actions) as Action[]
  for (let depth = 0; depth < DEPTH; depth++) {
    const next: Action[][] = []
    for (const path of frontier)
      for (const name of names) {
        const longer = [...path, name]
        const page = await replay(longer)
        const key = keyOf(page)
        if (situations.has(key)) continue
        situations.add(key)
        assertPromises(page, longer)
        next.push(longer)
      }
    frontier = next
  }
  // If the steps led nowhere, the test would pass without testing anything.
  expect(situations.size).toBeGreaterThan(4 * 3 ** DEPTH)
})
