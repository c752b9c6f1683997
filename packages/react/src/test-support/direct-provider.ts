import type { ChargeTermsRequest } from '@leyden/core'
import { buildCallbackUrl } from '@leyden/lightning/pay-request'
import type { Sandbox } from '@leyden/sandbox'

/** What a BFF without a key answers to the two pay operations: it asks the address's own provider (LNURL-pay). */
export function directProvider({ lnurlFetch }: Pick<Sandbox, 'lnurlFetch'>) {
  const advertised = async (address: string) => {
    const [user = '', domain = ''] = address.split('@')
    const reply = await lnurlFetch(new Request(`https://${domain}/.well-known/lnurlp/${user}`))
    return reply.ok ? reply.json() : null
  }
  const success = (data: unknown) => Response.json({ success: true, data })

  return async (pathname: string, { body }: RequestInit): Promise<Response> => {
    const looked = /\/validate\/(.+)$/.exec(pathname)?.[1]
    if (looked !== undefined) {
      const metadata = await advertised(decodeURIComponent(looked))
      return success(
        metadata
          ? { valid: true, metadata, takes_payer_data: true }
          : { valid: false, reason: 'not_lightning_address' },
      )
    }
    const { lnaddress, amount, payer_data } = JSON.parse(String(body)) as ChargeTermsRequest
    const { callback } = await advertised(lnaddress)
    const url = buildCallbackUrl(callback, {
      amountMsat: BigInt(amount),
      ...(payer_data && { payerData: JSON.stringify(payer_data) }),
    })
    const answer = await (await lnurlFetch(new Request(url))).json()
    if (answer.status === 'ERROR')
      return Response.json(
        { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: answer.reason } },
        { status: 503 },
      )
    const invoice = { request: answer.pr, uri: `lightning:${answer.pr}` }
    return success({ lnaddress, amount, invoice })
  }
}
