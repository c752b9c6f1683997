interface Reply {
  data?: { preimage: string; payment_hash: string } | undefined
  error?: { message: string } | undefined
}

/** The script of the wallet page. Its source text is sent, like the one of the ramp page. */
function walletPage(): void {
  piece('pay').addEventListener('click', () => payInvoice(false))
  piece('lie').addEventListener('click', () => payInvoice(true))

  function piece<T extends HTMLElement>(name: string): T {
    return document.querySelector(`[data-part="${name}"]`) as T
  }

  async function payInvoice(lies: boolean): Promise<void> {
    const unreachable: Reply = { error: { message: 'The sandbox cannot be reached.' } }
    const { data, error } = await requestPayment(lies).catch(() => unreachable)
    piece('error').hidden = !error
    piece('receipt').hidden = !data
    piece('error').textContent = error?.message ?? ''
    piece('preimage').textContent = data?.preimage ?? ''
    piece('payment-hash').textContent = data?.payment_hash ?? ''
  }

  async function requestPayment(lies: boolean): Promise<Reply> {
    const response = await fetch('/sandbox/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: piece<HTMLInputElement>('invoice').value, wrong_preimage: lies }),
    })
    return response.json()
  }
}

/** The module that the wallet page loads. */
export const WALLET_PAGE_SCRIPT = `(${walletPage})()\n`
