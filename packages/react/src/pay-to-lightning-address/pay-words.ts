import { formatSats } from '@leyden/core/money'
import { errorWords } from '../lightning-address/address-words.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { ArrivedPayment, CheckedCharge, Mismatch, PayState } from '../pay-flow/index.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'

type Say = Words<PayMessageKey>

/** Millisatoshis as people read them: whole sats, or with a fraction where an intent or a wrong invoice has one. */
export function satsText(amountMsat: bigint, locale: string): string {
  const fraction = amountMsat % 1000n
  const whole = formatSats(amountMsat / 1000n, locale)
  if (fraction === 0n) return whole
  const thousandths = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(
    Number(fraction) / 1000,
  )
  // "0.5" of the locale, without its zero.
  return whole + thousandths.replace(/^\p{Nd}/u, '')
}

/** What the wrong invoice said, beside what was asked for. */
export function mismatchWords({ field, expected = '', actual }: Mismatch, domain: string, say: Say): string {
  const sats = (msat: string) => (/^\d+$/.test(msat) ? satsText(BigInt(msat), say.locale) : msat)
  switch (field) {
    case 'amount':
      return actual === undefined
        ? say('wrongAmountless', { expected: sats(expected), domain })
        : say('wrongAmount', { expected: sats(expected), actual: sats(actual), domain })
    case 'recipient':
      return say('wrongRecipient', { expected, actual: shortened(actual ?? '') })
    case 'network':
      return say('wrongNetwork', { expected, actual: shortened(actual ?? '') })
    case 'expired':
      return say('wrongTime')
    default:
      return say('wrongInvoice', { domain })
  }
}

/** A stranger's text, where a name is expected. */
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/**
 * What a screen reader says, once, of where the widget has come to.
 *
 * @param isRead whether focus went to the new view, whose lead is read then.
 */
export function announcement(pay: PayToLightningAddress, isRead: boolean, say: Say): string {
  const { state, address } = pay
  if (pay.copied) return say('copied')
  const news = state.arrived?.at(-1)
  if (news) return arrivedWords(news, say)
  if (isRead) return ''
  switch (state.status) {
    // The field says these itself.
    case 'empty':
    case 'looking':
    case 'invalid':
    case 'unreachable':
      return ''
    case 'ready':
      return address.locked ? '' : say('found', { address: state.recipient.address })
    case 'requesting':
      return say('requesting')
    case 'failed':
      return errorWords(state.error, state.recipient, say)
    default:
      return titleOf(state, say)
  }
}

/** A payment that is told beside what the card shows. */
export function arrivedWords({ charge, duplicateOf }: ArrivedPayment, say: Say): string {
  return say(duplicateOf === undefined ? 'arrived' : 'arrivedAgain', {
    amount: satsText(charge.amountMsat, say.locale),
    address: charge.address,
  })
}

/** What a wallet may have paid, to be told before another invoice is paid. */
export function unclearWords({ amountMsat, address }: CheckedCharge, say: Say): string {
  return say('unclearNote', { amount: satsText(amountMsat, say.locale), address })
}

/** The heading of each view after the form; also what focus comes to rest on. */
export function titleOf(state: PayState, say: Say): string {
  switch (state.status) {
    case 'awaiting': {
      const amount = satsText(state.charge.amountMsat, say.locale)
      return say('order', { amount, address: state.charge.address })
    }
    case 'confirming':
      return say(
        ({ wallet: 'confirmingWallet', unclear: 'unclear', expiry: 'confirmingExpiry' } as const)[
          state.because
        ],
      )
    case 'paid':
      return say('paid', { amount: satsText(state.charge.amountMsat, say.locale) })
    case 'expired':
    case 'unconfirmed':
      return say(state.status)
    case 'mismatch':
      return say('wrong')
    default:
      return say('payTitle')
  }
}
