/** A page of the sandbox may load only its own resources; any page may frame it, like a ramp. */
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

/** The reply with a page or one of its resources. */
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
