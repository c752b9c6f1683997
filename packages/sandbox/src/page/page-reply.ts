/** A page of the sandbox may use itself and nothing else; anybody may frame it, as a ramp is. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  'media-src blob: mediastream:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A page, or what it loads. */
export function pageReply(type: 'html' | 'css' | 'javascript', body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `text/${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
