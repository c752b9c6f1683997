import { HttpError } from './http.js'
import type { DemoSettings } from './settings.js'

interface Payment {
  /** 64 hex digits. */
  preimage: string
  paymentHash: string
}

/** The wallet in the visitor's browser: pays, and has the preimage to show for it. */
export async function payFromBrowser(settings: DemoSettings, body: Record<string, unknown>) {
  const { preimage } = await pay(settings, invoiceOf(body), body.lie === true)
  return { preimage }
}

/**
 * A wallet on another phone: pays, and shows the preimage to its owner. The widget learns nothing from it. Where the
 * shop is told, its server hears of the payment from its own node, here from us, and says so to the BFF.
 */
export async function payFromPhone(settings: DemoSettings, body: Record<string, unknown>) {
  const { preimage, paymentHash } = await pay(settings, invoiceOf(body), false)
  if (body.tell_shop === true) await settle(settings, paymentHash)
  return { preimage }
}

function invoiceOf({ invoice }: Record<string, unknown>): string {
  if (typeof invoice === 'string' && /^ln[a-z0-9]+$/i.test(invoice)) return invoice
  throw new HttpError(400, 'invoice is missing.')
}

async function pay({ sandbox }: DemoSettings, invoice: string, lie: boolean): Promise<Payment> {
  if (!sandbox) throw new HttpError(404, 'There is no sandbox wallet beside the real service.')
  const response = await fetch(`${sandbox.url}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invoice, ...(lie ? { wrong_preimage: true } : {}) }),
  })
  const reply = (await response.json()) as {
    success: boolean
    data?: { preimage: string; payment_hash: string }
    error?: { message: string }
  }
  if (!reply.data) throw new HttpError(422, reply.error?.message ?? 'The wallet could not pay.')
  return { preimage: reply.data.preimage, paymentHash: reply.data.payment_hash }
}

async function settle({ bffUrl, adminToken }: DemoSettings, paymentHash: string): Promise<void> {
  const response = await fetch(`${bffUrl}/admin/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ payment_hash: paymentHash }),
  })
  if (!response.ok) throw new HttpError(502, `The BFF did not take the news: ${response.status}.`)
}
