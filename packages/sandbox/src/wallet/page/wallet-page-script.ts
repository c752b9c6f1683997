interface Receipt {
  preimage: string
  payment_hash: string
}

/** The script of the wallet page. Its source text is sent, like the one of the ramp page. */
function walletPage(): void {
  piece('pay').addEventListener('click', () => payInvoice(false))
  piece('lie').addEventListener('click', () => payInvoice(true))

  function piece<T extends HTMLElement>(name: string): T {
    return document.querySelector(`[data-part="${name}"]`) as T
  }

  async function payInvoice(lies: boolean): Promise<void> {
    const outcome = await requestPayment(lies).catch(() => 'The sandbox cannot be reached.')
    const failed = typeof outcome === 'string'
    piece('error').hidden = !failed
    piece('receipt').hidden = failed
    if (failed) {
      piece('error').textContent = outcome
      return
    }
    piece('preimage').textContent = outcome.preimage
    piece('payment-hash').textContent = outcome.payment_hash
  }

  /** The result of the payment, or why the wallet could not pay. */
  async function requestPayment(lies: boolean): Promise<Receipt | string> {
    const response = await fetch('/sandbox/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: piece<HTMLInputElement>('invoice').value, wrong_preimage: lies }),
    })
    const reply = await response.json()
    return reply.success ? reply.data : reply.error.message
  }
}

/** The module that the wallet page loads. */
export const WALLET_PAGE_SCRIPT = `(${walletPage})()\n`
