import { isLeydenError, type LeydenError } from '@leyden/core'
import { isLocalPage, parseUrl, sentenceOf } from '@leyden/core/internal'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'
import { pageReply, pageResources, pageUpdate } from '../page/page.js'
import { failureCode, readJsonObject, success } from '../reply.js'
import type { Pay, Payment } from './wallet.js'

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
  function tryToPay(invoice: string, wrongPreimage: boolean): Payment | LeydenError {
    try {
      return pay(invoice, { wrongPreimage })
    } catch (error) {
      if (isLeydenError(error)) return error
      throw error
    }
  }

  return new Hono()
    .route('/', pageResources)
    .get('/wallet', () => pageReply({ title: 'Sandbox wallet', content: PAGE }))
    .post('/wallet/:action{pay|lie}', async ({ req }) => {
      const body = await readJsonObject(req.raw)
      const result = tryToPay(String(body?.invoice), req.param('action') === 'lie')
      const content = isLeydenError(result)
        ? html`<div class="error" role="alert">${sentenceOf(result)}</div>`
        : html`<dl role="status">
            <dt>Preimage</dt><dd>${result.preimage}</dd>
            <dt>Payment hash</dt><dd>${result.paymentHash}</dd>
          </dl>`
      return pageUpdate('result', content)
    })
    .use('/pay', cors({ origin: localOrigin, allowMethods: ['POST'], allowHeaders: ['content-type'] }))
    .post('/pay', async ({ req }) => {
      const body = await readJsonObject(req.raw)
      if (typeof body?.invoice !== 'string')
        return failureCode(400, 'BAD_REQUEST', 'The body is JSON with the text of an invoice in "invoice".')
      const result = tryToPay(body.invoice, body.wrong_preimage === true)
      return isLeydenError(result)
        ? failureCode(STATUS[result.code] ?? 400, result.code, sentenceOf(result))
        : success({ preimage: result.preimage, payment_hash: result.paymentHash })
    })
    .all('/pay', () =>
      failureCode(405, 'BAD_REQUEST', 'The wallet pays by POST.', { allow: 'POST, OPTIONS' }),
    )
}

function localOrigin(origin: string): string | null {
  return isLocalPage(parseUrl(origin)?.hostname ?? '') ? origin : null
}
