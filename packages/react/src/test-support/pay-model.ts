import { formatSats } from '@leyden/core/money'
import type { AddressLookup } from '../address/address-lookup.js'
import { lookupFixtures } from '../address/fixtures.js'
import type { FiatPrice } from '../pay/fields/fiat.js'
import type { PayerField } from '../pay/fields/use-payer-fields.js'
import { fixtureNow, payFixtures } from '../pay/flow/fixtures.js'
import type { PayState, Recipient } from '../pay/flow/pay-state.js'
import { knownWallets } from '../pay/parts/wallets.js'
import type { PayHandle } from '../pay/pay-handle.js'

export const fixtureFiat: FiatPrice = { currency: 'USD', rate: 97_142.86, asOf: fixtureNow }

interface ModelOptions {
  /** @default the recipient of the state, found; an empty field without one */
  lookup?: AddressLookup | undefined
  /** Whole sats in the amount field. */
  sats?: bigint | null
  note?: string
  presets?: readonly bigint[]
  fiat?: FiatPrice | undefined
  locked?: boolean
  locale?: string
}

/** The result of the hook in one state of the flow, with actions that do nothing, to render the state. */
export function payModel(
  state: PayState,
  options: ModelOptions = {},
  overrides: Partial<PayHandle> = {},
): PayHandle {
  const { sats = 2_100n, note = '', presets = [], fiat, locked = false, locale = 'en' } = options
  const lookup = options.lookup ?? lookupOf(state)
  const text = 'address' in lookup ? lookup.address : ''
  const recipient = lookup.status === 'found' ? lookup.recipient : null
  const isFixed = recipient !== null && recipient.minSats === recipient.maxSats
  const amount = isFixed ? recipient.minSats : sats
  const noop = () => {}
  const problem =
    amount === null
      ? 'missing'
      : recipient && amount > recipient.maxSats
        ? 'too_large'
        : recipient && amount < recipient.minSats
          ? 'too_small'
          : null
  return {
    state,
    isReady: true,
    intent: null,
    fields: {
      address: {
        text,
        locked,
        lookup,
        setText: noop,
        retrySeconds:
          lookup.status === 'unreachable' ? Math.ceil((lookup.error.retryAfterMs ?? 0) / 1000) : 0,
        retry: noop,
        cancel: noop,
        inputProps: {
          ref: noop,
          value: text,
          onChange: noop,
          onBlur: noop,
          type: 'text',
          inputMode: 'email',
          autoComplete: 'off',
          autoCapitalize: 'none',
          autoCorrect: 'off',
          spellCheck: false,
          'aria-invalid': lookup.status === 'invalid' || undefined,
        },
      },
      amount: {
        sats: amount,
        amountMsat: amount === null ? null : amount * 1_000n,
        text: amount === null ? '' : formatSats(amount, locale),
        locked: locked || isFixed,
        unit: 'sats',
        problem,
        choices: presets.map((preset) => ({
          label: formatSats(preset, locale),
          isChosen: preset === amount,
          choose: noop,
        })),
        setSats: noop,
        switchUnit: noop,
        inputProps: {
          ref: noop,
          value: amount === null ? '' : formatSats(amount, locale),
          onChange: noop,
          type: 'text',
          inputMode: 'numeric',
          autoComplete: 'off',
          'aria-invalid': (problem !== null && problem !== 'missing') || undefined,
        },
      },
      note: {
        text: note,
        locked: false,
        offered: (recipient?.commentAllowed ?? 0) > 0 && !locked,
        max: recipient?.commentAllowed ?? 0,
        tooLong: note.length > (recipient?.commentAllowed ?? 639),
        setText: noop,
        inputProps: {
          value: note,
          onChange: noop,
          type: 'text',
          autoComplete: 'off',
          'aria-invalid': undefined,
        },
      },
      payer: { fields: payerFields(recipient), complete: true, given: null },
    },
    actions: {
      showInvoice: noop,
      renew: noop,
      back: noop,
      changeAddress: noop,
      copy: noop,
      share: noop,
      provePayment: () => 'unreadable',
      payWithBrowserWallet: noop,
      connectWallet: noop,
      payWithConnectedWallet: noop,
      disconnectWallet: noop,
      claimPaid: noop,
      reopen: noop,
      done: noop,
      dismiss: noop,
      retryIntent: noop,
    },
    getInvoiceLinkProps: (wallet) =>
      state.status === 'awaiting' ? { href: (wallet?.prefix ?? 'lightning:') + state.charge.invoice } : null,
    fiat,
    isTest: false,
    isPressed: false,
    thanks: null,
    canShowInvoice: state.status === 'idle' && recipient !== null && problem === null,
    retrySeconds: state.status === 'failed' ? Math.ceil((state.error.retryAfterMs ?? 0) / 1000) : 0,
    secondsLeft:
      'charge' in state ? Math.round((state.charge.expiresAt.getTime() - fixtureNow.getTime()) / 1000) : 0,
    isTouch: false,
    isOnline: true,
    outage: null,
    isSlow: false,
    wallets: knownWallets,
    hasBrowserWallet: false,
    walletConnection: null,
    walletHint: true,
    buyBitcoinUrl: undefined,
    unclearCharge: null,
    canFinish: true,
    canShare: false,
    copied: null,
    copyFailed: null,
    ...overrides,
  }
}

function payerFields(recipient: Recipient | null): PayerField[] {
  const noop = () => {}
  return (recipient?.payerData ?? []).map(({ kind, mandatory }) => ({
    kind,
    mandatory,
    text: '',
    problem: null,
    left: false,
    inputProps: {
      value: '',
      onChange: noop,
      onBlur: noop,
      type: 'text',
      inputMode: 'text',
      autoComplete: 'off',
      maxLength: 254,
    },
  }))
}

function lookupOf(state: PayState): AddressLookup {
  if (!('recipient' in state)) return { status: 'empty' }
  const { recipient } = state
  return { status: 'found', address: recipient.address, recipient, mode: 'live' }
}

/** One example for each status of the flow, and for each status of the look-up in the form. */
export const payPictures: { name: string; state: PayState; lookup?: AddressLookup | undefined }[] = [
  ...Object.values(payFixtures).map((state) => ({ name: state.status, state })),
  ...Object.values(lookupFixtures).map((lookup) => ({
    name: `idle, ${lookup.status}`,
    state: payFixtures.idle,
    lookup,
  })),
]
