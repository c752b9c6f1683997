import { html, pageDocument } from '../../page/markup.js'

/** A wallet to paste an invoice into. */
export function walletPage(): string {
  return pageDocument({
    title: 'Sandbox wallet',
    resources: '/sandbox/wallet',
    content: html`
      <header><div class="name">Sandbox wallet</div></header>
      <section>
        <h1>Pay an invoice</h1>
        <p>It pays invoices from this sandbox with play money.</p>
        <label>Invoice<input data-part="invoice" autocomplete="off" spellcheck="false" placeholder="lnbcrt…" /></label>
        <button type="button" data-part="pay">Pay</button>
        <button type="button" class="plain" data-part="lie">Pretend to pay, with a wrong preimage</button>
        <div class="error" role="alert" data-part="error" hidden></div>
        <dl role="status" data-part="receipt" hidden>
          <dt>Preimage</dt><dd data-part="preimage"></dd>
          <dt>Payment hash</dt><dd data-part="payment-hash"></dd>
        </dl>
      </section>`,
  })
}
