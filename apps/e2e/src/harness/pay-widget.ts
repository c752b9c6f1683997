import type { Locator } from 'playwright'
import { expect } from 'vitest'

// What a person does in a pay widget, and what they then expect to see. `widget` is its region, or the dialog around it.

export const qrCode = (widget: Locator) => widget.getByRole('img', { name: /QR code/ })
export const payButton = (widget: Locator) => widget.getByRole('button', { name: /^Pay( \p{Sc}?\d|$)/u })

/** Goes from the form to an invoice. Omitted values are locked or already entered. */
export async function requestInvoice(
  widget: Locator,
  amountSats?: number,
  address?: string,
): Promise<string> {
  if (address !== undefined) await widget.getByLabel('Lightning Address').fill(address)
  if (amountSats !== undefined) await widget.getByRole('textbox', { name: 'Amount' }).fill(String(amountSats))
  await pressPay(widget)
  return readInvoice(widget)
}

/** Presses the button as soon as it is enabled. */
export const pressPay = (widget: Locator) =>
  payButton(widget).and(widget.locator(':not([aria-disabled="true"])')).click()

/** Waits for the QR code and reads the invoice from the wallet link. */
export async function readInvoice(widget: Locator): Promise<string> {
  await qrCode(widget).waitFor()
  const link = await widget.getByRole('link', { name: 'Open wallet' }).getAttribute('href')
  return link?.replace('lightning:', '') ?? ''
}

/** Goes back from the invoice to the form. */
export async function goBack(widget: Locator): Promise<void> {
  await widget.getByRole('button', { name: 'Back', exact: true }).click()
  await payButton(widget).waitFor()
}

/** Waits until the widget's card shows this payment, and no invoice any more. */
export async function expectPaid(widget: Locator, amount: string, address: string): Promise<void> {
  await widget.getByRole('heading', { name: `Paid ${amount} sats`, exact: true }).waitFor()
  expect(await qrCode(widget).count()).toBe(0)
  // Searched as a separate text, because a notice about another payment may contain the address too.
  await widget
    .getByText(new RegExp(`^(to )?${address.replaceAll('.', '\\.')}$`, 'i'))
    .first()
    .waitFor()
}

/** Waits for a notice of this payment in the widget, whatever else it shows. */
export async function expectNotice(widget: Locator, amount: string, address: string): Promise<void> {
  await widget.getByText(`${amount} sats arrived at ${address}.`).first().waitFor()
  await widget.getByRole('button', { name: 'Dismiss' }).waitFor()
}

/** Waits until the widget shows this payment, on its card or as a notice. */
export async function expectPayment(widget: Locator, amount: string, address: string): Promise<void> {
  const card = widget.getByRole('heading', { name: `Paid ${amount} sats`, exact: true })
  const notice = widget.getByText(`${amount} sats arrived at ${address}.`)
  await card.or(notice).first().waitFor()
  if ((await card.count()) > 0) await expectPaid(widget, amount, address)
}
