import type { Address } from '../address/address.js'
import { corrupt, type IssuedInvoice } from '../invoice/invoice-store.js'
import { own } from '../reply.js'
import { lnurlError, lnurlReply } from './lnurl-reply.js'

/** The verify URL of an invoice (LUD-21), if it has one. */
export function verifyUrlOf({ user, domain }: Address, { paymentHash }: IssuedInvoice): string | undefined {
  if (user === 'noverify') return undefined
  const path = `${user}/verify/${paymentHash}`
  const others = {
    verifyelsewhere: `https://elsewhere.example/lnurlp/${path}`,
    verifyinside: `https://192.168.0.1/verify/${paymentHash}`,
    verifymoved: `https://${domain}/moved/${path}`,
  }
  return own(others, user) ?? `https://${domain}/lnurlp/${path}`
}

/** Reports whether an invoice is paid; some user names simulate a provider that sends a wrong reply. */
export function answerVerify(user: string, invoice: IssuedInvoice | undefined): Response {
  if (!invoice) return lnurlError('Not found')
  const { request, paid, preimage } = invoice
  const answer = (settled: boolean, shown: string | null, pr = request) =>
    lnurlReply({ status: 'OK', settled, preimage: shown, pr })
  const others = {
    verifyerror: () => (paid ? answer(true, preimage) : lnurlError('Not found')),
    verifydown: () => new Response('Bad gateway', { status: 502 }),
    verifyother: () => answer(true, null, corrupt(request)),
    verifyliar: () => answer(true, '00'.repeat(32)),
    verifyword: () => answer(paid, null),
  }
  return own(others, user)?.() ?? answer(paid, paid ? preimage : null)
}
