import type { Client, IntentReading } from '@leyden/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type LightningAddressEntry,
  useLightningAddress,
} from '../lightning-address/use-lightning-address.js'
import { numberLocale } from '../messages/number-locale.js'
import {
  type CheckedCharge,
  checkCharge,
  type Order,
  type PayState,
  type Recipient,
  type ShownCharge,
} from '../pay-flow/index.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { missingClient } from '../provider/missing-client.js'
import { useTouch } from '../provider/page-signals.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { useToldProps } from '../provider/wrong-props.js'
import { checkPayProps, wholePresets, wholeSats } from './check-pay-props.js'
import { type Fiat, formatFiat, usableFiat } from './fiat.js'
import type { PayOptions } from './pay-options.js'
import { createPayStore } from './pay-store.js'
import { satsText } from './pay-words.js'
import { type AmountEntry, useAmountEntry } from './use-amount-entry.js'
import { useBrowserWalletPayment } from './use-browser-wallet-payment.js'
import { type CopiedThing, useCopying } from './use-copying.js'
import { type IntentEntry, useIntent } from './use-intent.js'
import { type NoteEntry, useNoteEntry } from './use-note-entry.js'
import { useNow } from './use-now.js'
import { useOrder } from './use-order.js'
import { usePayCallbacks } from './use-pay-callbacks.js'
import { type PayerEntry, usePayerEntry } from './use-payer-entry.js'
import { useVerdictEvents } from './use-verdict-events.js'
import { knownWallets, type Wallet } from './wallets.js'

export interface PayToLightningAddress {
  /** Where it is; the only thing that holds an invoice, and only a checked one. */
  state: PayState
  /**
   * A prop is wrong or missing, so that nothing can be paid and nothing is asked: show so in place of a form. The
   * console says which one.
   */
  notReady: boolean
  /** The signed order, where the page gives an intent. */
  intent: IntentEntry | null
  address: LightningAddressEntry
  amount: AmountEntry
  note: NoteEntry
  /** What the recipient asks about the payer. */
  payer: PayerEntry
  presets: readonly bigint[]
  fiat: Fiat | undefined
  /** For numbers and dates. */
  locale: string
  /** Anything but live mainnet, as far as is known. */
  isTest: boolean
  /** Whether an invoice may be asked for. */
  canShowInvoice: boolean
  /** Whole seconds until the invoice expires; 0 where there is none. */
  secondsLeft: number
  /** Whether the main pointer is a finger: wallets first, then. */
  isTouch: boolean
  wallets: readonly Wallet[]
  /** Whether a wallet lives in this browser. */
  hasBrowserWallet: boolean
  /** The browser wallet said that it did not pay. */
  walletRefused: boolean
  /** A charge that a wallet may have paid: it gave no clear answer. To be told before another invoice is shown. */
  unclearCharge: CheckedCharge | null
  copied: CopiedThing | null
  /** What could not be copied and has to be shown for copying by hand. */
  copyFailed: CopiedThing | null
  /** Whether `done` leads anywhere: with an intent only the page knows where to go on. */
  canFinish: boolean
  /** Reads the intent again after a failure. */
  retryIntent: () => void
  showInvoice: () => void
  /** The same order again, after an end or a failure. */
  renew: () => void
  /** To the form, the recipient kept. */
  back: () => void
  changeAddress: () => void
  /** @param host an element of the widget. */
  copy: (thing: CopiedThing, host: HTMLElement | null) => void
  /** From a click only: the browser wallet asks the person. */
  payWithBrowserWallet: () => void
  /** "I have paid", where nobody can see it. */
  claimPaid: () => void
  /** Back to an invoice that still lives. */
  reopen: () => void
  done: () => void
  /** The notice of this payment was read. */
  dismiss: (chargeId: string) => void
}

/**
 * The whole pay flow without looks: state, entries and actions, on which `<PayToLightningAddress/>` is built.
 *
 * ```tsx
 * const pay = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 2100 })
 * if (pay.state.status === 'awaiting') return <a href={`lightning:${pay.state.charge.invoice}`}>Pay</a>
 * return <button type="button" onClick={pay.showInvoice}>Tip</button>
 * ```
 */
export function usePayToLightningAddress(options: PayOptions): PayToLightningAddress {
  const client = useClient(options.client, 'PayToLightningAddress')
  const { wrong, isFatal } = checkPayProps(options)
  useToldProps('PayToLightningAddress', wrong)
  const notReady = isFatal || client === missingClient
  const locale = numberLocale(useLeydenContext().locale)
  const [store] = useState(createPayStore)
  const latestState = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  // Look-ups and orders share the numbers, so that no answer fits where it does not belong.
  const attempts = useRef(0)

  const intent = useIntent(client, notReady ? { onError: options.onError } : options)
  const hasIntent = options.intent !== undefined && !notReady
  const signed = hasIntent && intent.entry?.status === 'read' ? intent.entry.reading : null
  const { address: fixedAddress, amountSats, description, network } = options
  const pageOrder = JSON.stringify([
    fixedAddress,
    String(amountSats),
    description,
    options.reference,
    network,
  ])
  const order = hasIntent ? (signed ? `intent ${signed.reference}` : null) : pageOrder
  // A cart that is emptied after the payment takes nothing off the screen.
  const staysPaid = notReady && latestState.status === 'paid'
  const state = staysPaid ? latestState : store.getStateFor(order)
  const address = useLightningAddress({
    address: notReady
      ? lockedWhileNotReady(state, options)
      : hasIntent
        ? (signed?.lnaddress ?? '')
        : options.address,
    defaultAddress: options.defaultAddress,
    client,
    onAddressChange: options.onAddressChange,
  })
  useVerdictEvents(address, attempts, store.send)

  const recipient = 'recipient' in state ? state.recipient : null
  const fiat = usableFiat(options.fiat)
  const entered = useAmountEntry({
    amountSats: wholeSats(options.amountSats) ?? undefined,
    defaultAmountSats: wholeSats(options.defaultAmountSats) ?? undefined,
    limits: recipient,
    fiat,
    locale,
    onAmountChange: options.onAmountChange,
  })
  const amount = signed ? signedAmount(entered, BigInt(signed.amount), fiat, locale) : entered
  const written = useNoteEntry(
    hasIntent ? { description: signed?.description ?? '' } : options,
    recipient?.commentAllowed ?? 0,
  )
  const note = hasIntent ? { ...written, offered: written.text !== '' } : written
  const payer = usePayerEntry(recipient)
  const reference = hasIntent ? signed?.reference : options.reference

  const { ask, withdraw } = useOrder({ client, store, options, intent, payerData: payer.given, attempts })

  const latest = useLatest({ address, amount, withdraw })
  const isOrder = order !== null && client !== missingClient && !staysPaid
  const joined = useRef<string | null>(null)
  useEffect(() => {
    if (!isOrder) return
    // Another order from the page is another payment: what was asked for is withdrawn.
    if (joined.current !== null && joined.current !== order) latest.current.withdraw()
    joined.current = order
    const key = hasIntent ? order : `${location.pathname} ${order}`
    return store.join(
      { props: order, key, reference, mayRestore: !hasIntent },
      client,
      ({ recipient, charge }) => {
        latest.current.address.setText(recipient.address)
        latest.current.amount.setSats(charge.amountMsat / 1_000n)
      },
    )
  }, [order, isOrder, hasIntent, reference, client, store, latest])

  // The charge of a signed order is the BFF's: another tab or phone shows the same one.
  const { verdict } = address
  const known = signed?.charge
  const isLookedUp = ['found', 'invalid', 'unreachable'].includes(verdict.status)
  const lookedUp = verdict.status === 'found' ? verdict.recipient : null
  const restored = useRef<IntentReading['charge']>(undefined)
  useEffect(() => {
    if (!signed || !known || !isLookedUp || restored.current === known) return
    restored.current = known
    const shown = chargeOfIntent(signed, lookedUp, network, client.clock.now())
    if (shown) store.restore(shown, known.state, client)
  }, [signed, known, isLookedUp, lookedUp, network, client, store])

  usePayCallbacks(client, latestState, options, reference)
  const browserWallet = useBrowserWalletPayment(client, state, store)
  const isTouch = useTouch()
  const { copied, copyFailed, copy } = useCopying(state)
  const isAwaiting = state.status === 'awaiting'
  const now = useNow(isAwaiting || state.status === 'unconfirmed')
  const canShowInvoice =
    state.status === 'ready' &&
    amount.problem === null &&
    !note.tooLong &&
    payer.complete &&
    address.verdict.status === 'found'

  const back = () => {
    withdraw()
    store.send({ type: 'back' })
  }

  return {
    state,
    notReady,
    intent: hasIntent ? (intent.entry ?? { status: 'reading' }) : null,
    address,
    amount,
    note,
    payer,
    presets: wholePresets(options.presets),
    fiat,
    locale,
    isTest: isTest(state, address, options, signed),
    canShowInvoice,
    secondsLeft: 'charge' in state ? secondsLeft(state.charge, client, now) : 0,
    isTouch,
    wallets: options.wallets ?? knownWallets,
    ...browserWallet,
    copied,
    copyFailed,
    canFinish: !hasIntent || options.onDone !== undefined,
    retryIntent: intent.retry,
    showInvoice: () => {
      if (!canShowInvoice || amount.sats === null) return
      const amountMsat = signed ? BigInt(signed.amount) : amount.sats * 1_000n
      ask({ amountMsat, ...(note.text.trim() && { note: note.text.trim() }) })
    },
    renew: () => {
      const order = orderOf(state)
      if (!order) return
      // After the page was thrown away, what was told about oneself has to be told again.
      if (payer.complete) ask(order)
      else back()
    },
    back,
    changeAddress: () => {
      withdraw()
      store.send({ type: 'changed_address' })
      address.setText('')
    },
    copy,
    claimPaid: () => isAwaiting && store.send({ type: 'claimed', id: state.charge.id }),
    reopen: () => {
      if ('charge' in state) store.send({ type: 'reopened', id: state.charge.id })
    },
    done: () => {
      // An order that is paid stays so.
      if (!hasIntent || state.status !== 'paid') store.send({ type: 'back' })
      options.onDone?.(state)
    },
    dismiss: (id) => store.send({ type: 'dismissed', id }),
  }
}

/**
 * The locked address of a widget that is not ready: none, so that nobody is asked. Many a page empties its cart when
 * it hears of a payment: that stays on the screen, with the address that was paid.
 */
function lockedWhileNotReady(state: PayState, { address, intent }: PayOptions): string | undefined {
  if (state.status !== 'paid') return ''
  return address === undefined && intent === undefined ? undefined : state.charge.address
}

/** Whole seconds of an invoice's life; all of it as long as nobody has read the clock. */
function secondsLeft({ createdAt, expiresAt }: CheckedCharge, { clock }: Client, now: number | null): number {
  const serverNow = now === null ? createdAt.getTime() : now + clock.offsetMs
  return Math.max(0, Math.ceil((expiresAt.getTime() - serverNow) / 1000))
}

/** The amount of a signed order, which may have a fraction of a sat and is the BFF's to judge. */
function signedAmount(
  entry: AmountEntry,
  amountMsat: bigint,
  fiat: Fiat | undefined,
  locale: string,
): AmountEntry {
  const sats = amountMsat / 1_000n
  return {
    ...entry,
    sats,
    text: satsText(amountMsat, locale),
    locked: true,
    unit: 'sats',
    problem: null,
    fiatText: fiat ? formatFiat(sats, fiat, locale) : null,
  }
}

/** The charge of a signed order, checked as if it had just come; null for one that fails. */
function chargeOfIntent(
  { lnaddress, amount, description, charge }: IntentReading,
  recipient: Recipient | null,
  network: PayOptions['network'],
  now: Date,
): ShownCharge | null {
  if (!charge) return null
  const amountMsat = BigInt(amount)
  const verdict = checkCharge(charge, {
    address: lnaddress,
    order: { amountMsat, ...(description !== undefined && { note: description }) },
    network,
    now: new Date(charge.created_at),
  })
  if (!verdict.ok) return null
  const sats = amountMsat / 1_000n
  return {
    charge: verdict.charge,
    isOver: verdict.charge.expiresAt <= now || undefined,
    // The address may be out of reach at the moment; what the shop signed stands all the same.
    recipient: recipient ?? {
      address: lnaddress,
      domain: lnaddress.slice(lnaddress.indexOf('@') + 1),
      minSats: sats,
      maxSats: sats,
      commentAllowed: 0,
      description: '',
    },
  }
}

function orderOf(state: PayState): Order | null {
  if ('order' in state) return state.order
  if (!('charge' in state)) return null
  const { amountMsat, note } = state.charge
  return { amountMsat, ...(note !== undefined && { note }) }
}

function isTest(
  state: PayState,
  { verdict }: LightningAddressEntry,
  { network }: PayOptions,
  signed: IntentReading | null,
): boolean {
  if ('charge' in state) return state.charge.mode !== 'live' || state.charge.network !== 'mainnet'
  if (network !== undefined && network !== 'mainnet') return true
  if (signed?.mode === 'test') return true
  return verdict.status === 'found' && verdict.mode === 'test'
}
