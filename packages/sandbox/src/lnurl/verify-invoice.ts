import type { Address } from '../address/address.js'
import type { IssuedInvoice } from '../invoice/invoice-store.js'
import { lnurlError, lnurlReply } from './lnurl-reply.js'

/** The verify URL of an invoice (LUD-21), if it has one. */
export function verifyUrlOf({ user, domain }: Address, { paymentHash }: IssuedInvoice): string | undefined {
  switch (user) {
    case 'noverify':
      return undefined
    case 'verifyelsewhere':
      return `https://elsewhere.example/lnurlp/${user}/verify/${paymentHash}`
    case 'verifyinside':
      return `https://192.168.0.1/verify/${paymentHash}`
    case 'verifymoved':
      return `https://${domain}/moved/${user}/verify/${paymentHash}`
    default:
      return `https://${domain}/lnurlp/${user}/verify/${paymentHash}`
  }
}

/** Reports whether an invoice is paid; some user names simulate a provider that gives a wrong reply. */
export function answerVerify(user: string, invoice: IssuedInvoice | undefined): Response {
  if (!invoice) return lnurlError('Not found')
  const { request: pr, paid, preimage } = invoice
  const answer = (settled: boolean, shown: string | null) =>
    lnurlReply({ status: 'OK', settled, preimage: shown, pr })
  switch (user) {
    case 'verifyerror':
      return paid ? answer(true, preimage) : lnurlError('Not found')
    case 'verifydown':
      return new Response('Bad gateway', { status: 502 })
    case 'verifyother':
      return lnurlReply({
        status: 'OK',
        settled: true,
        preimage: null,
        pr: `${pr.slice(0, -1)}${pr.endsWith('q') ? 'p' : 'q'}`,
      })
    case 'verifyliar':
      return answer(true, '00'.repeat(32))
    case 'verifyword':
      return answer(paid, null)
    default:
      return answer(paid, paid ? preimage : null)
  }
}
