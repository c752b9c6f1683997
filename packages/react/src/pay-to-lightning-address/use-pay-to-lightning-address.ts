import { type ChargeRequest, isLeydenError, LeydenError } from '@leyden/core'
import { checkPreimage } from '@leyden/core/invoice'
import {
  checkCharge,
  mismatchOfError,
  type Order,
  type PayState,
  payTransition,
  watchedCharges,
} from '@leyden/core/pay'
import { type ChangeEvent, useEffect, useReducer, useRef, useState } from 'react'
import {
  type LightningAddressEntry,
  useLightningAddress,
} from '../lightning-address/use-lightning-address.js'
import { numberLocale } from '../messages/number-locale.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useTouch } from '../provider/page-signals.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { useBrowserWallet } from './browser-wallet.js'
import { deliverProof } from './deliver-proof.js'
import type { Fiat } from './fiat.js'
import type { PayOptions } from './pay-options.js'
import { type AmountEntry, useAmountEntry, wholeSats } from './use-amount-entry.js'
import { useChargeWatch } from './use-charge-watch.js'
import { type CopiedThing, useCopying } from './use-copying.js'
import { useNow } from './use-now.js'
import { useOpenCharge } from './use-open-charge.js'
import { usePayCallbacks } from './use-pay-callbacks.js'
import { knownWallets, type Wallet } from './wallets.js'

export interface NoteEntry {
  text: string
  /** Fixed by the page. */
  locked: boolean
  /** Whether the recipient takes one, or the page sends one. */
  offered: boolean
  /** Characters that the recipient takes. */
  max: number
  tooLong: boolean
  /** For an `<input>`. */
  inputProps: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    type: 'text'
    autoComplete: 'off'
    'aria-invalid': true | undefined
  }
}

export interface PayToLightningAddress {
  /** Where it is; the only thing that holds an invoice, and only a checked one. */
  state: PayState
  address: LightningAddressEntry
  amount: AmountEntry
  note: NoteEntry
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
  /** The browser wallet was asked and did not pay. */
  walletRefused: boolean
  copied: CopiedThing | null
  /** What could not be copied and has to be shown for copying by hand. */
  copyFailed: CopiedThing | null
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
}

/**
 * The whole pay flow without looks: state, entries and actions, on which `<PayToLightningAddress/>` is built.
 *
 * ```tsx
 * const pay = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 2100 })
 * if (pay.state.status === 'awaiting') return <a href={`lightning:${pay.state.charge.invoice}`}>Pay</a>
 * return <button type="button" onClick={pay.showInvoice}>Tip</button>
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` without a client, or for an amount that is not whole sats.
 */
export function usePayToLightningAddress(options: PayOptions): PayToLightningAddress {
  const client = useClient(options.client)
  const locale = numberLocale(useLeydenContext().locale)
  const [state, send] = useReducer(payTransition, { status: 'empty' })
  const latest = useLatest({ state, options })
  const attempts = useRef(0)
  const request = useRef<AbortController | null>(null)

  const address = useLightningAddress({
    address: options.address,
    defaultAddress: options.defaultAddress,
    client,
    onAddressChange: options.onAddressChange,
  })
  useVerdictEvents(address, attempts, send)

  const recipient = 'recipient' in state ? state.recipient : null
  const amount = useAmountEntry({
    amountSats: wholeSats(options.amountSats, 'amountSats'),
    defaultAmountSats: wholeSats(options.defaultAmountSats, 'defaultAmountSats'),
    limits: recipient,
    fiat: options.fiat,
    locale,
  })
  const note = useNoteEntry(options, recipient?.commentAllowed ?? 0)

  const [current, earlier] = watchedCharges(state)
  useChargeWatch(client, current, send)
  useChargeWatch(client, earlier, send)
  usePayCallbacks(state, options)
  useOpenCharge({
    client,
    state,
    options,
    onRestore: (open) => {
      send({ type: 'restored', ...open })
      address.setText(open.recipient.address)
      amount.setSats(open.charge.amountMsat / 1000n)
    },
  })

  useEffect(() => () => request.current?.abort(), [])

  const ask = (order: Order) => {
    const { state: from, options: props } = latest.current
    if (!('recipient' in from) || !canOrder(from)) return
    const attempt = ++attempts.current
    const to = from.recipient.address
    const body: ChargeRequest = {
      lnaddress: to,
      amount: String(order.amountMsat),
      ...(order.note && { description: order.note }),
      ...(props.reference !== undefined && { reference: props.reference }),
      ...(props.intent !== undefined && { intent: props.intent }),
    }
    request.current?.abort()
    request.current = new AbortController()
    const { signal } = request.current
    send({ type: 'ordered', order, attempt })
    client.createCharge(body, { signal, idempotencyKey: newKey() }).then(
      (reply) => {
        const verdict = checkCharge(reply, { address: to, order, network: props.network, now: new Date() })
        send(
          verdict.ok
            ? { type: 'charged', attempt, charge: verdict.charge }
            : { type: 'mismatched', attempt, mismatch: verdict.mismatch },
        )
      },
      (cause: unknown) => {
        if (signal.aborted) return
        const error = isLeydenError(cause)
          ? cause
          : new LeydenError('NETWORK', 'The request for an invoice failed in an unexpected way.', { cause })
        const mismatch = mismatchOfError(error)
        send(mismatch ? { type: 'mismatched', attempt, mismatch } : { type: 'order_failed', attempt, error })
      },
    )
  }

  const isTouch = useTouch()
  const wallet = useBrowserWallet()
  const [refusedId, setRefusedId] = useState<string | null>(null)
  const payWithBrowserWallet = async () => {
    if (!wallet || state.status !== 'awaiting') return
    const { charge } = state
    setRefusedId(null)
    send({ type: 'wallet_asked', id: charge.id })
    try {
      await wallet.enable()
      const { preimage } = (await wallet.sendPayment(charge.invoice)) ?? {}
      // Anything else proves nothing: the watch goes on, and the time decides.
      if (typeof preimage !== 'string' || !checkPreimage(preimage, charge.id)) return
      const paid = {
        type: 'paid',
        id: charge.id,
        evidence: 'preimage',
        preimage: preimage.toLowerCase(),
        at: new Date(),
      } as const
      send(paid)
      void deliverProof(client, charge, preimage).then((success) => {
        if (success) send({ ...paid, success })
      })
    } catch {
      setRefusedId(charge.id)
      send({ type: 'wallet_refused', id: charge.id })
    }
  }

  const { copied, copyFailed, copy } = useCopying(state)
  const isAwaiting = state.status === 'awaiting'
  const now = useNow(isAwaiting || state.status === 'unconfirmed')
  const canShowInvoice =
    state.status === 'ready' && amount.problem === null && !note.tooLong && address.verdict.status === 'found'

  return {
    state,
    address,
    amount,
    note,
    presets: (options.presets ?? []).flatMap((preset) => wholeSats(preset, 'presets') ?? []),
    fiat: options.fiat,
    locale,
    isTest: isTest(state, address, options),
    canShowInvoice,
    secondsLeft:
      'charge' in state ? Math.max(0, Math.ceil((state.charge.expiresAt.getTime() - now) / 1000)) : 0,
    isTouch,
    wallets: options.wallets ?? knownWallets,
    hasBrowserWallet: wallet !== null,
    walletRefused: isAwaiting && refusedId === state.charge.id,
    copied,
    copyFailed,
    showInvoice: () => {
      if (canShowInvoice && amount.sats !== null)
        ask({ amountMsat: amount.sats * 1000n, ...(note.text.trim() && { note: note.text.trim() }) })
    },
    renew: () => {
      const order = orderOf(state)
      if (order) ask(order)
    },
    back: () => {
      request.current?.abort()
      send({ type: 'back' })
    },
    changeAddress: () => {
      request.current?.abort()
      send({ type: 'changed_address' })
      address.setText('')
    },
    copy,
    payWithBrowserWallet: () => void payWithBrowserWallet(),
    claimPaid: () => isAwaiting && send({ type: 'claimed', id: state.charge.id }),
    reopen: () => {
      if (state.status === 'unconfirmed') send({ type: 'reopened', id: state.charge.id })
      if (state.status === 'confirming') send({ type: 'wallet_refused', id: state.charge.id })
    },
    done: () => {
      send({ type: 'back' })
      options.onDone?.(state)
    },
  }
}

/** Tells the flow what the field finds out; the flow numbers look-ups, so that a late answer is nobody's. */
function useVerdictEvents(
  { verdict, locked, text }: LightningAddressEntry,
  attempts: { current: number },
  send: (event: Parameters<typeof payTransition>[1]) => void,
): void {
  const looked = useRef<{ address: string; attempt: number } | null>(null)
  const lockedTo = locked ? text : null
  const before = useRef(lockedTo)
  useEffect(() => {
    // Another recipient from the page is another payment.
    if (before.current !== lockedTo) send({ type: 'changed_address' })
    before.current = lockedTo
  }, [lockedTo, send])

  useEffect(() => {
    const attemptFor = (address: string) => {
      if (looked.current?.address !== address) {
        looked.current = { address, attempt: ++attempts.current }
        send({ type: 'looked', ...looked.current })
      }
      return looked.current.attempt
    }
    switch (verdict.status) {
      case 'empty':
      case 'typing':
        looked.current = null
        return send({ type: 'cleared' })
      case 'looking':
        looked.current = null
        attemptFor(verdict.address)
        return
      case 'invalid':
        looked.current = null
        return send({ type: 'refused', address: verdict.address, problem: verdict.problem })
      case 'unreachable':
        return send({ type: 'unreachable', attempt: attemptFor(verdict.address), error: verdict.error })
      case 'found':
        return send({ type: 'found', attempt: attemptFor(verdict.address), recipient: verdict.recipient })
      default:
        return verdict satisfies never
    }
  }, [verdict, attempts, send])
}

function useNoteEntry({ description, defaultDescription }: PayOptions, max: number): NoteEntry {
  const [typed, setTyped] = useState(defaultDescription ?? '')
  const locked = description !== undefined
  const text = description ?? (max > 0 ? typed : '')
  // UTF-16 units are never fewer than code points, and recipients count either way.
  const tooLong = !locked && text.length > max
  return {
    text,
    locked,
    offered: locked || max > 0,
    max,
    tooLong,
    inputProps: {
      value: text,
      onChange: (event) => setTyped(event.currentTarget.value),
      type: 'text',
      autoComplete: 'off',
      'aria-invalid': tooLong || undefined,
    },
  }
}

function canOrder({ status }: PayState): boolean {
  return ['ready', 'expired', 'unconfirmed', 'mismatch', 'failed'].includes(status)
}

function orderOf(state: PayState): Order | null {
  if ('order' in state) return state.order
  if (!('charge' in state)) return null
  const { amountMsat, note } = state.charge
  return { amountMsat, ...(note !== undefined && { note }) }
}

function isTest(state: PayState, { verdict }: LightningAddressEntry, { network }: PayOptions): boolean {
  if ('charge' in state) return state.charge.mode !== 'live' || state.charge.network !== 'mainnet'
  if (network !== undefined && network !== 'mainnet') return true
  return verdict.status === 'found' && verdict.mode === 'test'
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
