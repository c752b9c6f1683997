import {
  type AddressReason,
  type AddressRefusal,
  type Charge,
  type ChargeCheck,
  type ChargeRequest,
  type ChargeState,
  type Client,
  type Detection,
  type Evidence,
  type FurtherSessionRefusal,
  type IntentReading,
  LeydenError,
  type LeydenErrorCode,
  type Mode,
  type Network,
  type PayMetadata,
  type RampOrderSession,
  type RampSession,
  type RampSessionRequest,
  type WatchState,
} from '@leyden/core'
import { createServerClock, createSignedInUser } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning'
import { fakeInvoice, paymentHashOf } from '@leyden/lightning/testing'
import { createFakeWatch } from './fake-watch.js'

/** Options of {@link createFakeClient}. */
export interface FakeClientOptions {
  /** The addresses, and what each advertises. @default every address is found */
  addresses?: Record<string, FakeAddress> | undefined
  /** The delay of each answer, in milliseconds. @default 0 */
  delayMs?: number | undefined
  /** The network of its invoices. @default 'regtest' */
  network?: Network | undefined
  /** The mode of its charges and sessions. @default 'live' on mainnet, otherwise 'test' */
  mode?: Mode | undefined
  /** The evidence that a payment can have. @default ['preimage', 'app'] */
  detects?: Detection[] | undefined
  /** The checks that its charges claim besides the amount, which the widget checks itself. @default [] */
  checked?: ChargeCheck[] | undefined
  /** The signed orders by intent, signed in this order. `sign` signs further ones; any other intent is refused. */
  intents?: Record<string, FakeIntent> | undefined
  /** Whether charges may carry payer data. @default false */
  takesPayerData?: boolean | undefined
  /** Until an invoice expires, in seconds. @default 3_600 */
  expirySeconds?: number | undefined
  /** For how long a charge is watched after its expiry, in seconds. @default 60 */
  graceSeconds?: number | undefined
  /** Prices of one bitcoin by currency, as decimal digits; undefined for a BFF without a source. @default { USD: '100000' } */
  rates?: Record<string, string> | undefined
  /** How ramp sessions are made. */
  ramp?: FakeRampOptions | undefined
  /** Changes a charge before it is returned, for wrong invoices, or throws the error of the BFF. */
  tamper?: ((charge: Charge) => Charge) | undefined
}

/** How the ramp sessions of a fake client are made. */
export interface FakeRampOptions {
  /** The origin of the widget URLs. @default 'https://ramp.example' */
  origin?: string | undefined
  /** How long a session lives, in seconds. @default 900 */
  lifeSeconds?: number | undefined
  /** Whether a request without an e-mail address is refused, as for a guest. */
  guests?: boolean | undefined
  /** Changes a session before it is returned, or throws the error of the BFF. */
  tamper?: ((session: RampSession, request: RampSessionRequest) => RampSession) | undefined
}

/** What an address advertises, or why it cannot be paid. */
type FakeAddress = Partial<PayMetadata> | AddressReason | AddressRefusal | LeydenError

function isRefusal(advertised: Partial<PayMetadata> | AddressRefusal): advertised is AddressRefusal {
  return advertised.valid === false
}

/** The signed order of an intent. */
export interface FakeIntent {
  /** The recipient, `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis. */
  amountMsat: bigint
  /** A note for the recipient. */
  description?: string | undefined
  /** @default the intent itself */
  reference?: string | undefined
  /** @default in 15 minutes */
  expiresAt?: Date | undefined
}

/** A charge that the fake client made, with the preimage that a wallet gets for paying it. */
export interface FakeCharge {
  /** The request of the page. */
  request: ChargeRequest
  /** The answer. */
  reply: Charge
  /** When the charge was made. */
  createdAt: Date
  /** The intent of the charge. */
  reference?: string | undefined
  /** The state that its watch reports. */
  state: ChargeState
  /** 32 bytes in hexadecimal digits. */
  paymentHash: string
  /** 32 bytes in hexadecimal digits. */
  preimage: string
}

/** A ramp session that the fake client made. */
export interface FakeSession {
  /** The request of the page. */
  request: RampSessionRequest
  /** The answer. */
  reply: RampSession
  /** Whether `tamper` has thrown an error in place of an answer. @default false */
  isRefused?: boolean | undefined
  /** The state that was set last. @default { status: 'created' } */
  state?: FakeRampState | undefined
}

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** What the server reports of a session; `kind` is filled in. */
export type FakeRampState = Omit<RampReport, 'kind' | 'at'> & {
  /** When the server learnt of it, ISO 8601. @default now */
  at?: string | undefined
}

/** A client without a server, for tests. */
export interface FakeClient extends Client {
  /** Intents that were read, in order. */
  readonly intentsRead: readonly string[]
  /** Addresses that were looked up, in order. */
  readonly lookedUp: readonly string[]
  /** Charges that were requested, in order. */
  readonly charges: readonly FakeCharge[]
  /** Preimages that were sent as proof. */
  readonly proofs: readonly string[]
  /** Watches that are open now. */
  readonly watching: number
  /** How often an immediate status request was made. */
  readonly refreshed: number
  /** Ramp sessions that were requested, in order. */
  readonly sessions: readonly FakeSession[]
  /**
   * Signs an order, like the shop's server. As with the BFF, the terms of a reference that are signed last count, until a
   * payment matches them: an older intent with another recipient or amount gets no new charge (`INTENT_SUPERSEDED`).
   */
  sign(intent: string, order: FakeIntent): void
  /** Pays a charge and notifies its watches. @default the latest charge */
  settle(options?: {
    charge?: FakeCharge | undefined
    evidence?: Evidence | undefined
    /** When the charge was paid, if that is known. */
    paidAt?: Date | undefined
  }): void
  /** Sets the state of a charge, which its watches report. */
  setChargeState(charge: FakeCharge, state: ChargeState): void
  /** Sets the state of a ramp session, which its watches report. @default the latest session */
  setSessionState(state: FakeRampState, session?: FakeSession): void
  /** Sets whether the BFF answers the watches of charges and sessions: a payment is then seen when it answers again. */
  setConnected(isConnected: boolean): void
}

let clients = 0

/**
 * A client in memory, for tests of a page without any server: look-ups, charges with readable invoices, and payments
 * that your test triggers.
 *
 * ```tsx
 * const client = createFakeClient()
 * render(<PayToLightningAddress client={client} address="alice@wallet.example" amountSats={2100} />)
 * const show = screen.getByRole('button', { name: /^Pay( \d|$)/ })
 * await waitFor(() => expect(show).not.toHaveAttribute('aria-disabled'))
 * fireEvent.click(show)
 * await screen.findByRole('button', { name: 'Copy invoice' })
 * client.settle()
 * await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
 * ```
 */
export function createFakeClient(options: FakeClientOptions = {}): FakeClient {
  const { delayMs = 0, network = 'regtest', detects = ['preimage', 'app'], checked = [] } = options
  const { expirySeconds = 3_600, graceSeconds = 60 } = options
  const mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const lookedUp: string[] = []
  const charges: FakeCharge[] = []
  const proofs: string[] = []
  const intentsRead: string[] = []
  const sessions: FakeSession[] = []
  const clock = createServerClock()
  const sessionStates = new Map<string, WatchState>()
  const { watch, sendState, watching, refreshed, setConnected } = createFakeWatch((watchUrl) => {
    const charge = charges.find(({ reply }) => reply.watch_url === watchUrl)
    if (charge) return stateOf(charge, clock.now())
    const isSession = sessions.some(({ reply }) => reply.watch_url === watchUrl)
    return sessionStates.get(watchUrl) ?? (isSession ? null : undefined)
  })
  const run = clients++

  /** The signed orders by intent, and by reference the terms that were signed last, and the charge that paid them. */
  const orders = new Map<string, FakeIntent & { reference: string }>()
  const lastTerms = new Map<string, { terms: string; paidBy?: FakeCharge }>()
  /** The charges that were paid while their terms were the last ones. */
  const matched = new Set<FakeCharge>()

  const sign = (intent: string, order: FakeIntent) => {
    const { reference = intent } = order
    orders.set(intent, { ...order, reference })
    if (!lastTerms.get(reference)?.paidBy) lastTerms.set(reference, { terms: termsOf(order) })
  }
  for (const [intent, order] of Object.entries(options.intents ?? {})) sign(intent, order)

  const setChargeState = (charge: FakeCharge, state: ChargeState) => {
    const isNew = state.status === 'paid' && !isPaid(charge)
    charge.state = state
    // A payment of other terms never pays the order, not even if these are signed again later.
    const last = lastTerms.get(charge.reference ?? '')
    if (isNew && last?.terms === termsOfCharge(charge)) {
      matched.add(charge)
      last.paidBy ??= charge
    }
    sendState(charge.reply.watch_url ?? '', state)
  }

  const makeCharge = (request: ChargeRequest, lnaddress: string, amountMsat: bigint, reference?: string) => {
    const number = charges.length + 1
    const preimage = (run * 1_000 + number).toString(16).padStart(64, '0')
    const createdAt = new Date()
    const description = `to ${lnaddress}`
    const invoice = fakeInvoice({ amountMsat, network, preimage, createdAt, expirySeconds, description })
    const reply: Charge = {
      lnaddress,
      amount: String(amountMsat),
      invoice: { request: invoice, uri: `lightning:${invoice}` },
      watch_url: `v0/watch/${number}`,
      watch_until: later(createdAt, expirySeconds + graceSeconds).toISOString(),
      detects,
      checked,
      mode,
      network,
    }
    const state: ChargeState = { kind: 'charge', status: 'open', at: createdAt.toISOString() }
    const paymentHash = paymentHashOf(preimage)
    charges.push({ request, reply, createdAt, reference, state, paymentHash, preimage })
    return options.tamper ? options.tamper(reply) : reply
  }

  /** A signed order, its charge, and the payments of its reference that do not pay it. */
  const orderOf = (intent: string) => {
    const order = orders.get(intent)
    if (!order) throw new LeydenError('BAD_REQUEST', 'The shop did not sign this.', { field: 'intent' })
    const ofReference = charges.filter(({ reference }) => reference === order.reference)
    const { terms, paidBy } = lastTerms.get(order.reference) ?? {}
    const isLast = terms === termsOf(order)
    const own = ofReference.filter((charge) => termsOfCharge(charge) === termsOf(order))
    const unpaid = own.filter((charge) => !isPaid(charge))
    return {
      ...order,
      expiresAt: order.expiresAt ?? later(new Date(), 900),
      charge: isLast ? (paidBy ?? unpaid.at(-1)) : undefined,
      arrived: ofReference.filter((other) => isPaid(other) && !(matched.has(other) && own.includes(other))),
      isPaid: paidBy !== undefined,
      isLast,
    }
  }

  return {
    // Each client has its own, so that tests share no look-ups.
    baseUrl: `https://fake-${run}.example`,
    clock,
    user: createSignedInUser(),
    intentsRead,
    lookedUp,
    charges,
    proofs,
    sessions,
    get watching() {
      return watching()
    },
    get refreshed() {
      return refreshed()
    },

    async validateLightningAddress(address, { signal } = {}) {
      lookedUp.push(address)
      await answerAfter(delayMs, signal)
      const { addresses, takesPayerData } = options
      const advertised = addresses ? (addresses[address] ?? 'not_lightning_address') : {}
      if (advertised instanceof Error) throw advertised
      if (typeof advertised === 'string') return { valid: false, reason: advertised, mode, network }
      if (isRefusal(advertised)) return { mode, network, ...advertised }
      const metadata = metadataOf(address, advertised)
      return { valid: true, metadata, mode, network, takes_payer_data: takesPayerData || undefined }
    },

    async createCharge(request, { signal } = {}) {
      await answerAfter(delayMs, signal)
      if (request.intent === undefined) return makeCharge(request, request.lnaddress, BigInt(request.amount))
      const order = orderOf(request.intent)
      const { charge, lnaddress, amountMsat, reference, expiresAt } = order
      if (order.isPaid) throw new LeydenError('ALREADY_PAID', 'This order is paid.', { field: 'intent' })
      if (!order.isLast)
        throw new LeydenError('INTENT_SUPERSEDED', 'The shop has signed other terms.', { field: 'intent' })
      if (charge && later(charge.createdAt, expirySeconds) > new Date()) return charge.reply
      if (expiresAt <= new Date()) throw new LeydenError('INTENT_EXPIRED', 'This order has expired.')
      return makeCharge(request, lnaddress, amountMsat, reference)
    },

    async readIntent(intent, { signal } = {}) {
      intentsRead.push(intent)
      await answerAfter(delayMs, signal)
      const order = orderOf(intent)
      const { lnaddress, amountMsat, description, reference, expiresAt, charge, arrived } = order
      const reading: IntentReading = {
        lnaddress,
        amount: String(amountMsat),
        reference,
        expires_at: expiresAt.toISOString(),
        mode,
        network,
      }
      if (description !== undefined) reading.description = description
      if (!order.isLast && !order.isPaid) reading.superseded = true
      if (charge)
        reading.charge = { ...charge.reply, created_at: charge.createdAt.toISOString(), state: charge.state }
      if (arrived.length > 0)
        reading.arrived = arrived
          .map(({ paymentHash, reply, state }) => ({ id: paymentHash, amount: reply.amount, at: state.at }))
          .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
      return reading
    },

    async readExchangeRate(currency, { signal } = {}) {
      await answerAfter(delayMs, signal)
      const { rates = 'rates' in options ? undefined : { USD: '100000' } } = options
      const rate = rates?.[currency]
      if (!rates) throw new LeydenError('NOT_CONFIGURED', 'This BFF has no source of exchange rates.')
      if (rate === undefined) throw new LeydenError('BAD_REQUEST', 'No such rate.', { field: 'currency' })
      return { currency, rate, as_of: now() }
    },

    async createRampSession(request, { signal } = {}) {
      const { origin = 'https://ramp.example', lifeSeconds = 900, guests, tamper } = options.ramp ?? {}
      await answerAfter(delayMs, signal)
      if (guests && request.order === undefined && request.email === undefined)
        throw new LeydenError('INVALID_EMAIL', 'A guest has to give an e-mail address.', { field: 'email' })
      const opened = sessions.filter(({ isRefused }) => !isRefused)
      const known = request.order === undefined ? undefined : openSessionOf(request, opened)
      if (known) return known
      const number = sessions.length + 1
      const reply: RampSession = {
        session_token: `token-${number}`,
        widget_url: `${origin}/?session=token-${number}`,
        session_id: `ses_${number}`,
        expires_at: later(new Date(), lifeSeconds).toISOString(),
        watch_url: `v0/watch/ramp-${number}`,
        ramp_origins: [origin],
        mode,
      }
      const session = { request, reply, isRefused: true }
      sessions.push(session)
      session.reply = tamper ? tamper(reply, request) : reply
      session.isRefused = false
      if (request.order === undefined) return session.reply
      return { ...session.reply, sessions: listOf(request.order, [...opened, session]) }
    },

    watch,
    setConnected,
    sign,

    async readState(watchUrl, { signal } = {}) {
      await answerAfter(delayMs, signal)
      const charge = charges.find(({ reply }) => reply.watch_url === watchUrl)
      if (!charge) throw new LeydenError('NOT_FOUND', 'This watch URL is invalid or has expired.')
      return charge.state
    },

    async proveCharge(watchUrl, preimage) {
      proofs.push(preimage)
      const charge = charges.find(({ reply }) => reply.watch_url === watchUrl)
      if (!charge || !checkPreimage(preimage, charge.paymentHash))
        throw new LeydenError('BAD_REQUEST', 'The preimage is not of this charge.', { field: 'preimage' })
      setChargeState(charge, { kind: 'charge', status: 'paid', evidence: 'preimage', preimage, at: now() })
      return charge.state
    },

    settle({ charge = charges.at(-1), evidence = 'app', paidAt } = {}) {
      if (!charge) throw new Error('No charge has been requested yet.')
      const preimage = evidence === 'preimage' ? charge.preimage : undefined
      const paid_at = paidAt?.toISOString()
      setChargeState(charge, { kind: 'charge', status: 'paid', evidence, preimage, paid_at, at: now() })
    },
    setChargeState,
    setSessionState({ at = now(), ...state }, session = sessions.at(-1)) {
      if (!session) throw new Error('No session has been requested yet.')
      session.state = { at, ...state }
      const { watch_url: watchUrl = '' } = session.reply
      sessionStates.set(watchUrl, { ...state, kind: 'ramp', at })
      sendState(watchUrl, { ...state, kind: 'ramp', at })
    },
  }
}

/**
 * The open session of an order, as the BFF returns it; undefined if a further one may be made. As with the BFF, `after`
 * replaces the newest session only, and none in which money moves.
 */
function openSessionOf(
  { order = '', after }: RampSessionRequest,
  all: readonly FakeSession[],
): RampSession | undefined {
  const sessions = listOf(order, all)
  const refuse = (code: LeydenErrorCode, reason?: FurtherSessionRefusal) =>
    new LeydenError(code, 'The order gets no further session.', { field: 'order', reason, sessions })
  if (sessions.some(({ status }) => status === 'completed')) throw refuse('ALREADY_PAID')
  const open = sessions.filter(({ widget_url }) => widget_url !== undefined).at(-1)
  const isMoving = sessions.some(({ status }) => status === 'processing' || status === 'needs_review')
  const isReplaced = after !== undefined && after === sessions.at(-1)?.session_id
  if (isReplaced && isMoving) throw refuse('NO_FURTHER_SESSION', 'payment_started')
  if (isReplaced && sessions.length === MAX_ORDER_SESSIONS)
    throw refuse('NO_FURTHER_SESSION', 'too_many_sessions')
  const held = isReplaced ? undefined : all.find(({ reply }) => reply.session_id === open?.session_id)
  return held && { ...held.reply, sessions }
}

/** How many sessions the BFF opens for one order. */
const MAX_ORDER_SESSIONS = 5

/** The sessions of an order, as the BFF lists them. */
function listOf(order: string, all: readonly FakeSession[]): RampOrderSession[] {
  return all
    .filter(({ request }) => request.order === order)
    .map(({ reply: { session_id, expires_at, watch_url = '', widget_url }, state }) => {
      const { status, at = now() } = state ?? { status: 'created' }
      const isOver =
        /^(completed|failed|cancelled|expired)$/.test(status) || Date.parse(expires_at) <= Date.now()
      return {
        session_id,
        status,
        at,
        created_at: now(),
        expires_at,
        watch_url,
        widget_url: isOver ? undefined : widget_url,
      }
    })
}

/** The terms of an order as one text: another note alone makes no other terms. */
const termsOf = ({ lnaddress, amountMsat }: Pick<FakeIntent, 'lnaddress' | 'amountMsat'>) =>
  `${amountMsat} to ${lnaddress}`

const termsOfCharge = ({ reply: { lnaddress, amount } }: FakeCharge) =>
  termsOf({ lnaddress, amountMsat: BigInt(amount) })

/** The state of a charge as the BFF answers it: once the watch has ended, an unpaid charge has expired. */
function stateOf({ state, reply: { watch_until: until = '' } }: FakeCharge, at: Date): ChargeState {
  return state.status === 'open' && Date.parse(until) <= at.getTime()
    ? { kind: 'charge', status: 'expired', at: until }
    : state
}

const isPaid = ({ state }: FakeCharge) => state.status === 'paid'

const now = () => new Date().toISOString()

const later = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1_000)

function metadataOf(address: string, advertised: Partial<PayMetadata>): PayMetadata {
  const [user = ''] = address.split('@')
  const name = user.charAt(0).toUpperCase() + user.slice(1)
  return {
    minSendable: 10_000,
    maxSendable: 150_000_000,
    commentAllowed: 150,
    tag: 'payRequest',
    metadata: JSON.stringify([
      ['text/plain', `Tips for ${name}`],
      ['text/identifier', address],
    ]),
    callback: `https://service.example/callback/${user}`,
    ...advertised,
  }
}

function answerAfter(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new LeydenError('ABORTED', 'The request was cancelled.'))
    if (signal?.aborted) return abort()
    const timer = setTimeout(resolve, delayMs)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      abort()
    })
  })
}
