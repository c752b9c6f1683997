/** LUD-01 requires that pages of any origin can read the replies. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
}

export function lnurlReply(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: HEADERS })
}

/** An error in the form of LUD-06. */
export function lnurlError(reason: string, status = 200): Response {
  return lnurlReply({ status: 'ERROR', reason }, status)
}
