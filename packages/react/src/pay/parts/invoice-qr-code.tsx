'use client'

import type { SatsInput } from '@leyden/core/money'
import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import { Card } from '../../foundation/card/card.js'
import { fitsQrCode, QrCode } from '../../foundation/card/qr-code.js'
import type { Message } from '../../foundation/messages/message.js'
import { type PayMessageKey, payEnglish } from '../../foundation/messages/pay-english.js'
import { useMessages } from '../../foundation/messages/use-messages.js'
import { useWarnings } from '../../foundation/options/wrong-props.js'
import { satsText } from '../fields/amount-text.js'
import { invoiceSegments } from './invoice-segments.js'

/** Props of `<InvoiceQrCode/>`: its own, and all other attributes of a `<div>`. */
export interface InvoiceQrCodeProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** A BOLT 11 invoice in upper or lower case, with or without `lightning:` before it. */
  invoice: string
  /** The amount of the invoice in whole satoshis, for screen readers. */
  amountSats: SatsInput | number
  /** The recipient, such as `alice@wallet.example`, for screen readers. */
  recipient: string
  /** Replaces the message `qrCode`, the code's accessible name. */
  messages?: Partial<Record<PayMessageKey, Message>> | undefined
}

/**
 * The QR code of an invoice that you already have, to be scanned by a wallet: black on white with its quiet zone in
 * every theme, at error correction level M or better. It does not check the invoice; `<PayToLightningAddress>` does.
 *
 * If the invoice is too long for a QR code (over 3,370 characters), or `amountSats` is not a positive whole number, it
 * renders nothing, and the console says why. While `invoice` is empty, it renders nothing.
 */
export const InvoiceQrCode = forwardRef<HTMLDivElement, InvoiceQrCodeProps>(
  function InvoiceQrCode(props, ref) {
    const { invoice, amountSats, recipient, messages, ...rest } = props
    const t = useMessages(payEnglish, messages)
    const problem = problemOf(props)
    useWarnings('PROP_CANNOT_BE_USED', problem ? [`<InvoiceQrCode> shows nothing: ${problem}`] : [])
    if (problem || invoice === '') return null
    const amount = satsText(BigInt(amountSats) * 1000n, t)
    return (
      <Card {...rest} tag="div" layout="leyden-bare ly-part" rootRef={ref} direction={t.direction}>
        <QrCode {...invoiceSegments(invoice)} name={t('qrCode', { amount, address: recipient })} />
      </Card>
    )
  },
)

function problemOf({ invoice, amountSats }: InvoiceQrCodeProps): string | undefined {
  if (!fitsQrCode(invoiceSegments(invoice).text))
    return `an invoice of ${invoice.length} characters is too long for a QR code.`
  const isWhole = typeof amountSats === 'bigint' || Number.isSafeInteger(amountSats)
  return isWhole && amountSats > 0 ? undefined : 'amountSats must be a whole number of sats over zero.'
}
