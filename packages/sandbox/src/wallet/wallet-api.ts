import { isLeydenError } from '@leyden/core'
import { isLocalPage, parseUrl, sentenceOf } from '@leyden/core/internal'
import { failureCode, readJsonObject, success } from '../reply.js'
import type { Pay } from './wallet.js'

const STATUS: Record<string, number> = { UNKNOWN_INVOICE: 404, ALREADY_PAID: 409, INVOICE_EXPIRED: 410 }

/**
 * `POST /sandbox/pay` with `{ invoice, wrong_preimage? }`: the wallet of the sandbox over HTTP. Needs no key, because
 * no money moves. Pages of this machine may call it from any port.
 */
export async function answerPay(request: Request, pay: Pay): Promise<Response> {
  const isPreflight = request.method === 'OPTIONS'
  const response = isPreflight ? new Response(null, { status: 204 }) : await answerPost(request, pay)
  const origin = request.headers.get('origin')
  response.headers.set('vary', 'origin')
  if (origin && isLocalPage(parseUrl(origin)?.hostname ?? '')) {
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-allow-methods', 'POST')
    response.headers.set('access-control-allow-headers', 'content-type')
  }
  return response
}

async function answerPost(request: Request, pay: Pay): Promise<Response> {
  if (request.method !== 'POST')
    return failureCode(405, 'BAD_REQUEST', 'The wallet pays by POST.', { allow: 'POST, OPTIONS' })
  const body = await readJsonObject(request)
  if (typeof body?.invoice !== 'string')
    return failureCode(400, 'BAD_REQUEST', 'The body is JSON with the text of an invoice in "invoice".')
  try {
    const payment = pay(body.invoice, { wrongPreimage: body.wrong_preimage === true })
    return success({ preimage: payment.preimage, payment_hash: payment.paymentHash })
  } catch (error) {
    if (!isLeydenError(error)) throw error
    return failureCode(STATUS[error.code] ?? 400, error.code, sentenceOf(error))
  }
}
