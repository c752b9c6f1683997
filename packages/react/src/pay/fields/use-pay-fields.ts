import type { IntentReading } from '@leyden/core'
import { asMsat } from '@leyden/core/money'
import { useMemo } from 'react'
import type { Recipient } from '../../address/recipient.js'
import { useLightningAddress } from '../../address/use-lightning-address.js'
import { numberLocale } from '../../foundation/messages/message.js'
import { wholeSats } from '../../foundation/options/option-rule.js'
import { usePropWarnings, type WrongProp } from '../../foundation/options/wrong-props.js'
import { useLeydenContext } from '../../foundation/provider/leyden-context.js'
import { wholePresets } from '../check-pay-props.js'
import type { PayState } from '../flow/pay-state.js'
import type { PayFields } from '../pay-handle.js'
import { isReady, type PaySettings } from '../pay-settings.js'
import { recipientOf } from '../pay-view.js'
import { type Fiat, usableFiat } from './fiat.js'
import { signedAmount, useAmountField } from './use-amount-field.js'
import { type NoteField, useNoteField } from './use-note-field.js'
import { usePayerFields } from './use-payer-fields.js'

/**
 * The fields of the form. The page fixes a field by its prop; an intent fixes all fields except the payer data.
 *
 * @param signed the order of the intent, once it is read
 * @param awaitedFiat the currency of the page while its rate is awaited
 */
export function usePayFields(
  settings: PaySettings,
  state: PayState,
  signed: IntentReading | null,
  awaitedFiat: Fiat | undefined,
): PayFields {
  const { client, amountSats, defaultAmountSats, presets, onAmountChange } = settings
  const isUsable = isReady(settings)
  const hasIntent = settings.intent !== undefined && isUsable
  const locale = numberLocale(useLeydenContext().locale)
  const address = useLightningAddress({
    client,
    address: lockedAddress(settings, state, signed),
    defaultAddress: settings.defaultAddress,
  })
  const recipient = recipientOf(state, address.lookup)
  const amount = useAmountField({
    amountSats: wholeSats(amountSats) ?? undefined,
    defaultAmountSats: wholeSats(defaultAmountSats) ?? undefined,
    limits: recipient,
    presets: useMemo(() => presets && wholePresets(presets), [presets]),
    fiat: usableFiat(settings.fiat),
    awaitedFiat,
    locale,
    onAmountChange,
  })
  const note = useNoteField(
    client.user,
    hasIntent ? { description: signed?.description ?? '' } : isUsable ? settings : {},
    recipient?.commentAllowed,
  )
  const isCut =
    isUsable && !hasIntent && settings.description !== undefined && note.text !== settings.description
  const isOut = recipient !== null && amountSats != null && /^too_(small|large)$/.test(amount.problem ?? '')
  usePropWarnings('PayToLightningAddress', [
    ...(isCut ? [cutDescription(settings.description, note)] : []),
    ...(isOut ? [outOfLimits(amountSats, recipient)] : []),
  ])
  const payer = usePayerFields(client.user, recipient)
  return {
    address,
    amount: signed ? signedAmount(amount, asMsat(signed.amount), locale) : amount,
    note,
    payer,
  }
}

function outOfLimits(amountSats: unknown, { minSats, maxSats }: Recipient): WrongProp {
  const advice = `the recipient accepts ${minSats} to ${maxSats} sats, so nothing can be paid here.`
  return { prop: 'amountSats', value: amountSats, advice }
}

function cutDescription(description: string | undefined, { max }: NoteField): WrongProp {
  const advice =
    max === 0
      ? 'the recipient takes no note, so the description is left out.'
      : `the recipient takes a note of at most ${max} characters, so the description is cut.`
  return { prop: 'description', value: description, advice }
}

/**
 * The locked address. A widget that is not ready has none, so that no look-up is sent. Many pages empty their cart
 * after a payment: the payment stays on the screen, with the address that was paid.
 */
function lockedAddress(
  settings: PaySettings,
  state: PayState,
  signed: IntentReading | null,
): string | undefined {
  const { address, intent } = settings
  if (isReady(settings)) return intent === undefined ? address : (signed?.lnaddress ?? '')
  if (state.status !== 'paid') return ''
  return address === undefined && intent === undefined ? undefined : state.charge.address
}
