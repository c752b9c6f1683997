import { Router } from 'express'
import type { DemoSettings } from './settings.js'

/** A visitor's wallets, in the browser and on a phone, which pay with the sandbox's money. */
export function wallets({ sandbox, bffUrl, adminToken }: DemoSettings): Router {
  return Router().post('/wallet/pay', async ({ body }, response) => {
    if (!sandbox) throw failure(404, 'There is no sandbox wallet beside the real service.')
    const { invoice, lie, tell_shop } = body ?? {}
    const payment = await post(`${sandbox.url}/sandbox/pay`, { invoice, wrong_preimage: lie === true })
    const { data, error } = await payment.json()
    if (!data) throw failure(422, error?.message ?? 'The wallet could not pay.')
    // The server of a shop learns of payments from its own node, and reports them to the BFF; here this server does so.
    if (tell_shop === true) {
      const { payment_hash } = data
      const authorization = `Bearer ${adminToken}`
      const report = await post(`${bffUrl}/admin/settle`, { payment_hash }, { authorization })
      if (!report.ok) throw failure(502, `The BFF did not record the payment: ${report.status}.`)
    }
    // The wallet shows the preimage to its owner.
    response.json({ preimage: data.preimage })
  })
}

function post(url: string, body: object, headers = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return fetch(url, { ...init, body: JSON.stringify(body) })
}

/** Makes an error for the page, with its status. */
function failure(status: number, message: string): Error {
  return Object.assign(new Error(message), { status })
}
