import { isLeydenError } from '@leyden/core'
import { isLocalPage, parseUrl, sentenceOf } from '@leyden/core/internal'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'
import { pageReply, pageResources, pageUpdate } from '../page/page.js'
import { failureCode, readJsonObject, success } from '../reply.js'
import type { Pay } from './wallet.js'

const STATUS: Record<string, number> = { UNKNOWN_INVOICE: 404, ALREADY_PAID: 409, INVOICE_EXPIRED: 410 }

/** A wallet to paste an invoice into. */
const PAGE = html`
  <header><div class="name">Sandbox wallet</div></header>
  <section>
    <h1>Pay an invoice</h1>
    <p>It pays invoices from this sandbox with play money.</p>
    <label>Invoice<input name="invoice" autocomplete="off" spellcheck="false" placeholder="lnbcrt…" /></label>
    <button type="button" data-action="wallet/pay">Pay</button>
    <button type="button" class="plain" data-action="wallet/lie">Pretend to pay, with a wrong preimage</button>
    <div class="error" role="alert"></div>
    <div id="result"></div>
  </section>`

/**
 * The wallet of the sandbox over HTTP: its page, and `POST /pay` with `{ invoice, wrong_preimage? }`, which pages of this
 * machine may call from any port. Neither needs a key, because no money moves.
 */
export function createWalletServer(pay: Pay): Hono {
  return new Hono()
    .route('/', pageResources)
    .get('/wallet', () => pageReply({ title: 'Sandbox wallet', content: PAGE }))
    .post('/wallet/:action{pay|lie}', async ({ req }) => {
      const body = await readJsonObject(req.raw)
      const payment = pay(String(body?.invoice), { wrongPreimage: req.param('action') === 'lie' })
      const receipt = html`<dl role="status">
        <dt>Preimage</dt><dd>${payment.preimage}</dd>
        <dt>Payment hash</dt><dd>${payment.paymentHash}</dd>
      </dl>`
      return pageUpdate('result', receipt)
    })
    .use('/pay', cors({ origin: localOrigin, allowMethods: ['POST'], allowHeaders: ['content-type'] }))
    .post('/pay', async ({ req }) => {
      const body = await readJsonObject(req.raw)
      if (typeof body?.invoice !== 'string')
        return failureCode(400, 'BAD_REQUEST', 'The body is JSON with the text of an invoice in "invoice".')
      const { preimage, paymentHash } = pay(body.invoice, { wrongPreimage: body.wrong_preimage === true })
      return success({ preimage, payment_hash: paymentHash })
    })
    .all('/pay', () =>
      failureCode(405, 'BAD_REQUEST', 'The wallet pays by POST.', { allow: 'POST, OPTIONS' }),
    )
    .onError((error) => {
      if (!isLeydenError(error)) throw error
      return failureCode(STATUS[error.code] ?? 400, error.code, sentenceOf(error))
    })
}

function localOrigin(origin: string): string | null {
  return isLocalPage(parseUrl(origin)?.hostname ?? '') ? origin : null
}
