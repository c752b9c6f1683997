import type { PayMessageKey } from '../../foundation/messages/pay-english.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { printAmount } from '../fields/amount-text.js'
import type { PayState } from '../flow/pay-state.js'
import { timeText } from './times.js'

/** The texts of a receipt, in the language of the page. */
export function receiptOf(state: PayState<'paid'>, t: PayTranslate) {
  const { charge, evidence, preimage, at, late, isKept } = state
  const { address, note, id } = charge
  const { main, other } = printAmount(charge, t)
  const rows = (...entries: [PayMessageKey, string | null | undefined][]) =>
    entries.flatMap(([key, text]) => (text ? { name: t(key), value: text } : []))
  return {
    title: t('paid', { amount: main }),
    /** The recipient. */
    to: t('to', { address }),
    /** Who confirmed the payment. */
    evidence: isKept
      ? t('paidKept')
      : {
          preimage: t('paidProven'),
          verify: t('paidOnProvidersWord'),
          app: t('paidOnShopsWord'),
        }[evidence],
    facts: rows(
      [charge.unit === 'fiat' ? 'amountLabel' : 'value', other],
      ['noteLabel', note],
      // If the page learnt of it after the expiry, it may have happened at any time before.
      [late === undefined ? 'timeLearnt' : 'time', timeText(at, t.locale)],
    ),
    /** Preimage and payment hash: long texts that few people need. */
    proofs: rows(['paymentHash', id], ['proof', preimage]),
  }
}

/** The receipt as a text, to be copied and shared. It does not contain the recipient's private message to the payer. */
export function receiptText(state: PayState<'paid'>, t: PayTranslate): string {
  const { title, to, evidence, facts, proofs } = receiptOf(state, t)
  const rows = [...facts, ...proofs].map(({ name, value }) => `${name}: ${value}`)
  return [title, to, evidence, ...rows].join('\n')
}
