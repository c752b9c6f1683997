/** A reply to a wallet (LUD-06). */
export function lnurlReply(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** An error in the form of LUD-06. */
export function lnurlError(reason: string, status = 200): Response {
  return lnurlReply({ status: 'ERROR', reason }, status)
}
