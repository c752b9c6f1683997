import { type Request, Router } from 'express'
import type { DemoSettings } from './settings.js'

interface Payment {
  /** The preimage, 64 hex digits. */
  preimage: string
  payment_hash: string
}

/** The wallets of the sandbox, for the visitors of the page. */
export function wallets({ sandbox, bffUrl, adminToken }: DemoSettings): Router {
  const router = Router()

  // The wallet in the visitor's browser pays, and returns the preimage to the page.
  router.post('/wallet/pay', async (request, response) => {
    const { preimage } = await pay(request, request.body?.lie === true)
    response.json({ preimage })
  })

  // A wallet on another phone pays, and shows its owner the preimage. The widget learns nothing from it. The server of a
  // shop learns of payments from its own node, and reports them to the BFF; here this server does so.
  router.post('/phone/pay', async (request, response) => {
    const { preimage, payment_hash } = await pay(request, false)
    if (request.body.tell_shop === true) await settle(payment_hash)
    response.json({ preimage })
  })
  return router

  async function pay({ body }: Request, lie: boolean): Promise<Payment> {
    const invoice = body?.invoice
    if (typeof invoice !== 'string' || !/^ln[a-z0-9]+$/i.test(invoice))
      throw failure(400, 'invoice is missing.')
    if (!sandbox) throw failure(404, 'There is no sandbox wallet beside the real service.')
    const reply = await fetch(`${sandbox.url}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice, wrong_preimage: lie }),
    })
    const { data, error } = (await reply.json()) as { data?: Payment; error?: { message: string } }
    if (!data) throw failure(422, error?.message ?? 'The wallet could not pay.')
    return data
  }

  async function settle(paymentHash: string): Promise<void> {
    const reply = await fetch(`${bffUrl}/admin/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ payment_hash: paymentHash }),
    })
    if (!reply.ok) throw failure(502, `The BFF did not record the payment: ${reply.status}.`)
  }
}

/** Makes an error for the page, with its status. */
function failure(status: number, message: string): Error {
  return Object.assign(new Error(message), { status })
}
