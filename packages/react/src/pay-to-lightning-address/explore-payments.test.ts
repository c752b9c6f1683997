import { type Charge, type ChargeState, type Client, createServerClock } from '@leyden/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ledgerOf } from '../ledger/charge-ledger.js'
import { fixtureRecipient } from '../pay-flow/fixtures.js'
import { checkCharge, type PayState, type Recipient } from '../pay-flow/index.js'
import { fakeInvoice } from '../testing/fake-invoice.js'
import { createPayStore, type PayOrder } from './pay-store.js'

/** `npm run soak` looks deeper. */
const DEPTH = Number(process.env.LEYDEN_EXPLORE_DEPTH ?? 6)

const START = Date.parse('2026-01-01T12:00:00Z')
const EXPIRY_SECONDS = 300
const GRACE_SECONDS = 60
const ORDER: PayOrder = { props: 'A', key: 'order A', reference: undefined, mayRestore: true }
const OTHER: PayOrder = { props: 'B', key: 'order B', reference: undefined, mayRestore: true }
const RECIPIENTS = [fixtureRecipient, { ...fixtureRecipient, address: 'bob@wallet.example' }] as const

let runs = 0

/** One widget on one page, with everything around it under our thumb: server, wallet, clock, storage, person. */
function createPage() {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.setSystemTime(START)
  const watches = new Map<string, (state: ChargeState) => void>()
  const makeClient = (life: number): Client =>
    ({
      // Each page life has a ledger of its own, over the same storage.
      baseUrl: `https://shop-${runs}-${life}.example`,
      clock: createServerClock(),
      watch(url: string, { signal, onState }: Parameters<Client['watch']>[1]) {
        watches.set(url, onState)
        signal.addEventListener('abort', () => watches.get(url) === onState && watches.delete(url))
        return { refresh() {} }
      },
      proveCharge: async () => ({ kind: 'charge', status: 'paid', at: new Date().toISOString() }),
    }) as unknown as Client
  runs++
  /** Payment hashes of the payments that a widget has shown. */
  const told = new Set<string>()
  const newStore = () => {
    const made = createPayStore()
    made.subscribe(() => {
      const { status, arrived = [], ...state } = made.getState()
      if (status === 'paid' && 'charge' in state) told.add(state.charge.id)
      for (const { charge } of arrived) told.add(charge.id)
    })
    return made
  }
  let life = 0
  let client = makeClient(life)
  let store = newStore()
  let order = ORDER
  let leave = store.join(order, client, () => {})
  let attempt = 0
  /** Charges in the order in which they were shown, and what is true of each. */
  const charges: { id: string; url: string; expiresAt: number; evidence: boolean }[] = []
  let asked: string | undefined

  const chargeFor = ({ address }: Recipient): Charge => {
    const number = charges.length
    const preimage = (number + 1).toString(16).padStart(64, '0')
    const createdAt = new Date()
    const request = fakeInvoice({
      amountMsat: 2_100_000n,
      network: 'regtest',
      preimage,
      createdAt,
      expirySeconds: EXPIRY_SECONDS,
      description: address,
    })
    const until = createdAt.getTime() + (EXPIRY_SECONDS + GRACE_SECONDS) * 1_000
    return {
      lnaddress: address,
      amount: '2100000',
      invoice: { request, uri: `lightning:${request}` },
      watch_url: `v0/watch/${number}`,
      watch_until: new Date(until).toISOString(),
      // Every other one is seen by nobody but the paying page.
      detects: number % 2 === 0 ? ['preimage', 'app'] : ['preimage'],
      mode: 'test',
      network: 'regtest',
    }
  }

  const find = (recipient: Recipient) => {
    attempt++
    store.send({ type: 'looked', address: recipient.address, attempt })
    store.send({ type: 'found', attempt, recipient })
  }

  const pay = (charge: (typeof charges)[number] | undefined) => {
    const tell = charge && watches.get(charge.url)
    if (!charge || !tell) return
    charge.evidence = true
    tell({ kind: 'charge', status: 'paid', evidence: 'app', at: new Date().toISOString() })
  }

  const actions = {
    back: () => store.send({ type: 'back' }),
    changeAddress: () => store.send({ type: 'changed_address' }),
    clear: () => store.send({ type: 'cleared' }),
    findAlice: () => find(RECIPIENTS[0]),
    findBob: () => find(RECIPIENTS[1]),
    order() {
      const before = store.getState()
      if (!('recipient' in before) || charges.length === 4) return
      const { recipient } = before
      attempt++
      const wanted = { amountMsat: 2_100_000n }
      store.send({ type: 'ordered', order: wanted, attempt })
      if (store.getState().status !== 'requesting') return
      const reply = chargeFor(recipient)
      const verdict = checkCharge(reply, {
        address: recipient.address,
        order: wanted,
        now: client.clock.now(),
      })
      if (!verdict.ok) throw new Error('The charge is wrong.')
      const { charge } = verdict
      charges.push({
        id: charge.id,
        url: reply.watch_url ?? '',
        expiresAt: charge.expiresAt.getTime(),
        evidence: false,
      })
      store.send({ type: 'charged', attempt, charge })
    },
    askWallet() {
      const state = store.getState()
      if (state.status !== 'awaiting') return
      asked = state.charge.id
      store.send({ type: 'wallet_asked', id: state.charge.id })
    },
    walletPays() {
      const index = charges.findIndex(({ id }) => id === asked)
      const charge = charges[index]
      if (!charge) return
      charge.evidence = true
      ledgerOf(client).prove(charge.id, (index + 1).toString(16).padStart(64, '0'))
    },
    walletLies: () => asked && ledgerOf(client).prove(asked, 'ff'.repeat(32)),
    walletRefuses: () => asked && store.send({ type: 'wallet_refused', id: asked }),
    walletIsUnclear: () => asked && store.send({ type: 'wallet_unclear', id: asked }),
    reopen() {
      const state = store.getState()
      if ('charge' in state) store.send({ type: 'reopened', id: state.charge.id })
    },
    claim() {
      const state = store.getState()
      if (state.status === 'awaiting') store.send({ type: 'claimed', id: state.charge.id })
    },
    dismiss() {
      const [notice] = store.getState().arrived ?? []
      if (notice) store.send({ type: 'dismissed', id: notice.charge.id })
    },
    passTime: () => void vi.advanceTimersToNextTimer(),
    payFirst: () => pay(charges.find(({ evidence }) => !evidence)),
    payLast: () => pay(charges.filter(({ evidence }) => !evidence).at(-1)),
    remount() {
      leave()
      store = newStore()
      leave = store.join(order, client, () => {})
    },
    reload() {
      // The page's old life is over: nothing of it runs on.
      const now = Date.now()
      vi.clearAllTimers()
      // It sets the clock back, too.
      vi.setSystemTime(now)
      watches.clear()
      const before = client
      client = makeClient(++life)
      for (const [key, value] of stored) stored.set(key.replace(before.baseUrl, client.baseUrl), value)
      store = newStore()
      leave = store.join(order, client, () => {})
    },
    otherOrder() {
      leave()
      order = order === ORDER ? OTHER : ORDER
      leave = store.join(order, client, () => {})
    },
  }

  const records = () =>
    JSON.parse(stored.get(`leyden:charges:${client.baseUrl}`) ?? '{"charges":[]}').charges as {
      reply: Charge
      order: string
      isOnScreen: boolean
      isTold: boolean
      flags: { isOver?: true; hasEnded?: true; isUnclear?: true }
      payment?: unknown
    }[]

  return {
    actions,
    charges,
    told,
    records,
    watches,
    state: () => store.getState(),
    order: () => order.key,
    asked: () => asked,
  }
}

type Page = ReturnType<typeof createPage>
type Action = keyof Page['actions']

/** What tells two situations apart: the state, the clocks and the ledger. */
function keyOf(page: Page): string {
  const { charges } = page
  const numberOf = (id: string) => charges.findIndex((charge) => charge.id === id)
  const state = JSON.stringify(page.state(), (name, value) => {
    if (name === 'recipient') return (value as Recipient).address
    if (name === 'charge') return numberOf((value as { id: string }).id)
    if (/^(attempt|at|preimage|error|mismatch|problem|order|duplicateOf)$/.test(name)) return undefined
    return value
  })
  const ledger = page
    .records()
    .map(({ reply, order, isOnScreen, isTold, flags, payment }) => [
      reply.watch_url,
      order,
      isOnScreen,
      isTold,
      flags,
      payment !== undefined,
    ])
  const now = Date.now()
  const clocks = charges.map(({ expiresAt }) =>
    now < expiresAt ? 'open' : now < expiresAt + GRACE_SECONDS * 1_000 ? 'grace' : 'over',
  )
  const evidence = charges.map((charge) => charge.evidence)
  return JSON.stringify([state, ledger, clocks, evidence, page.order(), numberOf(page.asked() ?? '')])
}

/** What has to be true in every situation. */
function assertPromises(page: Page, path: readonly Action[]): void {
  const state: PayState = page.state()
  const records = page.records()
  const where = path.join(' > ')
  const recordOf = ({ url }: { url: string }) => records.find(({ reply }) => reply.watch_url === url)

  if (state.status === 'awaiting' && state.charge.expiresAt.getTime() <= Date.now())
    throw new Error(`${where}: an invoice is payable after its time`)

  for (const charge of page.charges) {
    const record = recordOf(charge)
    if (!record) throw new Error(`${where}: charge ${charge.url} is not in the ledger`)
    const hasEnded = record.payment !== undefined || record.flags.hasEnded === true
    if (!hasEnded && !page.watches.has(charge.url)) throw new Error(`${where}: ${charge.url} is not watched`)
    if (hasEnded && page.watches.has(charge.url))
      throw new Error(`${where}: ${charge.url} is watched for ever`)
    if (record.flags.hasEnded && Date.now() < charge.expiresAt + GRACE_SECONDS * 1_000)
      throw new Error(`${where}: ${charge.url} ended before its time`)
    if ((page.told.has(charge.id) || record.payment !== undefined) && !charge.evidence)
      throw new Error(`${where}: ${charge.url} is called paid without evidence`)
    if (charge.evidence && !page.told.has(charge.id))
      throw new Error(`${where}: the payment of ${charge.url} is told to nobody`)
    if ('charge' in state && state.charge.id === charge.id && !record.order.startsWith(page.order()))
      throw new Error(`${where}: the charge of another order is shown`)
  }
}

async function replay(path: readonly Action[]): Promise<Page> {
  vi.clearAllTimers()
  const page = createPage()
  for (const action of path) {
    page.actions[action]()
    // What is told a moment later: to the widget of the order, else to another one.
    await Promise.resolve()
    vi.advanceTimersByTime(0)
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

it('keeps both promises in every situation that a few steps lead to', { timeout: 3_600_000 }, async () => {
  let frontier: Action[][] = [['findAlice', 'order']]
  const seen = new Set<string>()
  const names = Object.keys((await replay([])).actions) as Action[]
  for (let depth = 0; depth < DEPTH; depth++) {
    const next: Action[][] = []
    for (const path of frontier)
      for (const name of names) {
        const longer = [...path, name]
        const page = await replay(longer)
        const key = keyOf(page)
        if (seen.has(key)) continue
        seen.add(key)
        assertPromises(page, longer)
        next.push(longer)
      }
    frontier = next
  }
  // Were the steps to lead nowhere, nothing would be held to anything.
  expect(seen.size).toBeGreaterThan(4_000)
})
