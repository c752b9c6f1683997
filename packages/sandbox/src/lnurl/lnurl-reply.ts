/** LUD-01 asks services to let pages of any origin read their answers. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
}

export function lnurlReply(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: HEADERS })
}

/** A refusal as LUD-06 spells it. */
export function lnurlError(reason: string, status = 200): Response {
  return lnurlReply({ status: 'ERROR', reason }, status)
}
