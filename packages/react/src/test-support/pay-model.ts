import { formatSats } from '@leyden/core/money'
import type { AddressVerdict } from '../lightning-address/address-verdict.js'
import { fixtureNow } from '../pay-flow/fixtures.js'
import type { PayState, Recipient } from '../pay-flow/index.js'
import type { Fiat } from '../pay-to-lightning-address/fiat.js'
import { formatFiat } from '../pay-to-lightning-address/fiat.js'
import type { PayToLightningAddress } from '../pay-to-lightning-address/use-pay-to-lightning-address.js'
import type { PayerField } from '../pay-to-lightning-address/use-payer-entry.js'
import { knownWallets } from '../pay-to-lightning-address/wallets.js'

export const fixtureFiat: Fiat = { currency: 'USD', rate: 97_142.86, asOf: fixtureNow }

interface ModelOptions {
  /** Whole sats in the amount field. */
  sats?: bigint | null
  note?: string
  presets?: readonly bigint[]
  fiat?: Fiat | undefined
  locked?: boolean
  locale?: string
}

/** What the hook would return at one moment of the flow, with actions that do nothing: for looks. */
export function payModel(
  state: PayState,
  options: ModelOptions = {},
  more: Partial<PayToLightningAddress> = {},
): PayToLightningAddress {
  const { sats = 2_100n, note = '', presets = [], fiat, locked = false, locale = 'en' } = options
  const verdict = verdictOf(state)
  const text = 'address' in verdict ? verdict.address : ''
  const recipient = verdict.status === 'found' ? verdict.recipient : null
  const fixed = recipient !== null && recipient.minSats === recipient.maxSats
  const amount = fixed ? recipient.minSats : sats
  const nothing = () => {}
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
    notReady: false,
    intent: null,
    address: {
      text,
      locked,
      verdict,
      setText: nothing,
      retry: nothing,
      inputProps: {
        value: text,
        onChange: nothing,
        onBlur: nothing,
        type: 'text',
        inputMode: 'email',
        autoComplete: 'off',
        autoCapitalize: 'none',
        autoCorrect: 'off',
        spellCheck: false,
        'aria-invalid': verdict.status === 'invalid' || undefined,
      },
    },
    amount: {
      sats: amount,
      text: amount === null ? '' : formatSats(amount, locale),
      locked: locked || fixed,
      unit: 'sats',
      problem,
      fiatText: fiat && amount !== null ? formatFiat(amount, fiat, locale) : null,
      setSats: nothing,
      switchUnit: nothing,
      inputProps: {
        ref: nothing,
        value: amount === null ? '' : formatSats(amount, locale),
        onChange: nothing,
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
      inputProps: {
        value: note,
        onChange: nothing,
        type: 'text',
        autoComplete: 'off',
        'aria-invalid': undefined,
      },
    },
    payer: { fields: payerFields(recipient), complete: true, given: null },
    presets,
    fiat,
    locale,
    isTest: false,
    canShowInvoice: state.status === 'ready' && problem === null,
    secondsLeft:
      'charge' in state ? Math.round((state.charge.expiresAt.getTime() - fixtureNow.getTime()) / 1000) : 0,
    isTouch: false,
    wallets: knownWallets,
    hasBrowserWallet: false,
    walletRefused: false,
    unclearCharge: null,
    canFinish: true,
    retryIntent: nothing,
    copied: null,
    copyFailed: null,
    showInvoice: nothing,
    renew: nothing,
    back: nothing,
    changeAddress: nothing,
    copy: nothing,
    payWithBrowserWallet: nothing,
    claimPaid: nothing,
    reopen: nothing,
    done: nothing,
    dismiss: nothing,
    ...more,
  }
}

function payerFields(recipient: Recipient | null): PayerField[] {
  const nothing = () => {}
  return (recipient?.payerData ?? []).map(({ kind, mandatory }) => ({
    kind,
    mandatory,
    text: '',
    problem: null,
    left: false,
    inputProps: {
      value: '',
      onChange: nothing,
      onBlur: nothing,
      type: 'text',
      inputMode: 'text',
      autoComplete: 'off',
      maxLength: 254,
    },
  }))
}

function verdictOf(state: PayState): AddressVerdict {
  switch (state.status) {
    case 'empty':
      return { status: 'empty' }
    case 'looking': {
      const { address } = state
      return {
        status: 'looking',
        address,
        domain: address.slice(address.indexOf('@') + 1),
        slow: false,
        offline: false,
      }
    }
    case 'invalid':
      return { status: 'invalid', address: state.address, problem: state.problem }
    case 'unreachable': {
      const { address, error } = state
      return { status: 'unreachable', address, domain: address.slice(address.indexOf('@') + 1), error }
    }
    default:
      return { status: 'found', address: state.recipient.address, recipient: state.recipient, mode: 'live' }
  }
}
