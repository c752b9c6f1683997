import {
  type AddressValidation,
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type Client,
  createServerClock,
  type Detection,
  type Evidence,
  type IntentReading,
  LeydenError,
  type Mode,
  type Network,
  type PayMetadata,
} from '@leyden/core'
import { checkPreimage } from '@leyden/lightning/invoice'
import { fakeInvoice, paymentHashOf } from '@leyden/lightning/testing'
import { createFakeRamp, type FakeRamp, type FakeRampOptions } from './fake-ramp.js'
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
  /** The signed orders by intent. Any other intent is refused. */
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

/** What an address advertises, or why it cannot be paid. */
type FakeAddress = Partial<PayMetadata> | 'not_found' | 'no_such_user' | 'not_in_sandbox' | LeydenError

/** The signed order of an intent. */
interface FakeIntent {
  lnaddress: string
  amountMsat: bigint
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
  /** The ramp half: its sessions, and the server's reports of them. */
  readonly ramp: Pick<FakeRamp, 'sessions' | 'watching' | 'setSessionState'>
  /** Pays a charge and notifies its watches. @default the latest charge */
  settle(options?: {
    charge?: FakeCharge | undefined
    evidence?: Evidence | undefined
    /** When the charge was paid, if that is known. */
    paidAt?: Date | undefined
  }): void
  /** Sets the state of a charge, which its watches report. */
  setChargeState(charge: FakeCharge, state: ChargeState): void
  /** Tells the watches of charges and sessions whether the BFF answers them. */
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
  const { delayMs = 0, network = 'regtest', detects = ['preimage', 'app'] } = options
  const { expirySeconds = 3_600, graceSeconds = 60 } = options
  const mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const lookedUp: string[] = []
  const charges: FakeCharge[] = []
  const proofs: string[] = []
  const intentsRead: string[] = []
  const { watch, sendState, watching, refreshed, setConnected } = createFakeWatch()
  const run = clients++
  const ramp = createFakeRamp({ mode, ...options.ramp })

  const setChargeState: FakeClient['setChargeState'] = (charge, state) => {
    charge.state = state
    sendState(charge.reply.watch_url ?? '', state)
  }
  const chargeAt = (watchUrl: string) => charges.find(({ reply }) => reply.watch_url === watchUrl)

  const makeCharge = (
    request: ChargeRequest,
    { lnaddress, amountMsat, reference }: Pick<FakeIntent, 'lnaddress' | 'amountMsat' | 'reference'>,
  ): Charge => {
    const number = charges.length + 1
    const preimage = (run * 1_000 + number).toString(16).padStart(64, '0')
    const createdAt = new Date()
    const invoice = fakeInvoice({
      amountMsat,
      network,
      preimage,
      createdAt,
      expirySeconds,
      description: `to ${lnaddress}`,
    })
    const until = new Date(createdAt.getTime() + (expirySeconds + graceSeconds) * 1_000)
    const reply: Charge = {
      lnaddress,
      amount: String(amountMsat),
      invoice: { request: invoice, uri: `lightning:${invoice}` },
      watch_url: `v0/watch/${number}`,
      watch_until: until.toISOString(),
      detects,
      mode,
      network,
    }
    const state: ChargeState = { kind: 'charge', status: 'open', at: createdAt.toISOString() }
    charges.push({
      request,
      reply,
      createdAt,
      reference: request.intent === undefined ? undefined : reference,
      state,
      paymentHash: paymentHashOf(preimage),
      preimage,
    })
    return options.tamper ? options.tamper(reply) : reply
  }

  const orderOf = (intent: string) => {
    const order = options.intents?.[intent]
    if (!order) throw new LeydenError('BAD_REQUEST', 'The shop did not sign this.', { field: 'intent' })
    const { reference = intent, expiresAt = new Date(Date.now() + 900_000) } = order
    return { ...order, reference, expiresAt }
  }
  const latestOf = (reference: string | undefined) =>
    charges.filter((charge) => charge.reference !== undefined && charge.reference === reference).at(-1)
  const expiryOf = ({ createdAt }: FakeCharge) => new Date(createdAt.getTime() + expirySeconds * 1_000)

  return {
    // Each client has its own, so that tests share no look-ups.
    baseUrl: `https://fake-${run}.example`,
    intentsRead,
    lookedUp,
    charges,
    proofs,
    get watching() {
      return watching()
    },
    get refreshed() {
      return refreshed()
    },

    async validateLightningAddress(address, { signal } = {}) {
      lookedUp.push(address)
      await answerAfter(delayMs, signal)
      const advertised = options.addresses ? (options.addresses[address] ?? 'not_found') : {}
      if (advertised instanceof Error) throw advertised
      if (advertised === 'no_such_user' || advertised === 'not_in_sandbox')
        return { valid: false, reason: advertised, mode, network }
      if (advertised === 'not_found') return { valid: false, reason: 'not_lightning_address', mode, network }
      return {
        valid: true,
        metadata: metadataOf(address, advertised),
        mode,
        network,
        takes_payer_data: options.takesPayerData || undefined,
      } satisfies AddressValidation
    },

    async createCharge(request, { signal } = {}) {
      await answerAfter(delayMs, signal)
      if (request.intent === undefined) {
        const { lnaddress, amount, reference } = request
        return makeCharge(request, { lnaddress, amountMsat: BigInt(amount), reference })
      }
      const order = orderOf(request.intent)
      const latest = latestOf(order.reference)
      if (latest?.state.status === 'paid') throw new LeydenError('ALREADY_PAID', 'This order is paid.')
      if (latest && expiryOf(latest) > new Date()) return latest.reply
      if (order.expiresAt <= new Date()) throw new LeydenError('INTENT_EXPIRED', 'This order has expired.')
      return makeCharge(request, order)
    },

    async readIntent(intent, { signal } = {}) {
      intentsRead.push(intent)
      await answerAfter(delayMs, signal)
      const { lnaddress, amountMsat, description, reference, expiresAt } = orderOf(intent)
      const latest = latestOf(reference)
      const reading: IntentReading = {
        lnaddress,
        amount: String(amountMsat),
        reference,
        expires_at: expiresAt.toISOString(),
        mode,
        network,
      }
      if (description !== undefined) reading.description = description
      if (latest)
        reading.charge = { ...latest.reply, created_at: latest.createdAt.toISOString(), state: latest.state }
      return reading
    },

    async readExchangeRate(currency, { signal } = {}) {
      await answerAfter(delayMs, signal)
      const { rates = 'rates' in options ? undefined : { USD: '100000' } } = options
      const rate = rates?.[currency]
      if (!rates) throw new LeydenError('NOT_CONFIGURED', 'This BFF has no source of exchange rates.')
      if (rate === undefined) throw new LeydenError('BAD_REQUEST', 'No such rate.', { field: 'currency' })
      return { currency, rate, as_of: new Date().toISOString() }
    },

    clock: createServerClock(),

    ramp,
    createRampSession: ramp.createRampSession,

    watch: (watchUrl, watchOptions) => (ramp.owns(watchUrl) ? ramp.watch : watch)(watchUrl, watchOptions),

    async proveCharge(watchUrl, preimage) {
      proofs.push(preimage)
      const charge = chargeAt(watchUrl)
      if (!charge || !checkPreimage(preimage, charge.paymentHash))
        throw new LeydenError('BAD_REQUEST', 'The preimage is not of this charge.', { field: 'preimage' })
      const state: ChargeState = {
        kind: 'charge',
        status: 'paid',
        evidence: 'preimage',
        preimage,
        at: new Date().toISOString(),
      }
      setChargeState(charge, state)
      return state
    },

    settle({ charge = charges.at(-1), evidence = 'app', paidAt } = {}) {
      if (!charge) throw new Error('No charge has been requested yet.')
      setChargeState(charge, {
        kind: 'charge',
        status: 'paid',
        evidence,
        preimage: evidence === 'preimage' ? charge.preimage : undefined,
        paid_at: paidAt?.toISOString(),
        at: new Date().toISOString(),
      })
    },
    setChargeState,
    setConnected(isConnected) {
      setConnected(isConnected)
      ramp.setConnected(isConnected)
    },
  }
}

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
