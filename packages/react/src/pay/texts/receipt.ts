import type { PayMessageKey } from '../../foundation/messages/pay-english.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { printAmount } from '../fields/amount-text.js'
import { isTestCharge } from '../flow/shown-charge.js'
import type { Payment } from '../pay-callbacks.js'
import { timeText } from './times.js'

/** What the texts of a receipt depend on. */
type ReceiptFacts = Pick<Payment, 'charge' | 'evidence' | 'preimage' | 'at' | 'late' | 'isKept'>

/**
 * The texts of a receipt, in the language of the page.
 *
 * @param timeZoneName names the time zone, for a receipt that leaves the device
 */
export function receiptTexts(receipt: ReceiptFacts, t: PayTranslate, timeZoneName?: 'short') {
  const { charge, evidence, preimage, at, late, isKept } = receipt
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
    /** Whether somebody confirms it now. What only this device has kept has no seal. */
    isSealed: !isKept,
    /** The mark of a payment of test money, which is on every copy of the receipt. */
    test: isTestCharge(charge) ? t('testMode') : undefined,
    /** The amount in the other unit. */
    value: rows([charge.unit === 'fiat' ? 'amountLabel' : 'value', other]),
    facts: rows(
      ['noteLabel', note],
      // If the page learnt of it after the expiry, it may have happened at any time before.
      [late === undefined ? 'timeLearnt' : 'time', timeText(at, t.locale, timeZoneName)],
    ),
    /** Preimage and payment hash: long texts that few people need. */
    proofs: rows(['paymentHash', id], ['proof', preimage]),
  }
}

/** The receipt as a text, to be copied and shared. It does not contain the recipient's private message to the payer. */
export function receiptText(receipt: ReceiptFacts, t: PayTranslate): string {
  const { title, to, evidence, test, value, facts, proofs } = receiptTexts(receipt, t, 'short')
  const rows = [...value, ...facts, ...proofs].map(({ name, value }) => `${name}: ${value}`)
  return [title, to, evidence, ...(test === undefined ? [] : [test]), ...rows].join('\n')
}
