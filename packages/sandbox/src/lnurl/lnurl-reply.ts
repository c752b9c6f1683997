/** A reply to a wallet (LUD-06). */
export function lnurlReply(body: object, status = 200): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(body), { status, headers })
}

/** An error in the form of LUD-06. */
export function lnurlError(reason: string, status = 200): Response {
  return lnurlReply({ status: 'ERROR', reason }, status)
}
