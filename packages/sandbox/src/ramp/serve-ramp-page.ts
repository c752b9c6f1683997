import { type Problem, problemPage, rampPage } from './page/page.js'
import { PAGE_SCRIPT } from './page/page-script.js'
import { PAGE_STYLE } from './page/page-style.js'
import type { SessionBook } from './session-book.js'

/** Framed by anybody, as a ramp is; beyond that it may use itself and nothing else. */
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

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const PROBLEM_STATUS: Record<Problem, number> = { unknown: 404, opened: 410, expired: 410 }

/** The ramp page and what it loads; null for every other path. A session's token is used up by the first load. */
export function serveRampPage(
  url: URL,
  tools: { sessions: SessionBook; now: () => number },
): Response | null {
  switch (url.pathname) {
    case '/page.js':
      return reply(200, 'text/javascript', PAGE_SCRIPT)
    case '/page.css':
      return reply(200, 'text/css', PAGE_STYLE)
    case '/':
      return openPage(url.searchParams.get('session') ?? '', tools)
    default:
      return null
  }
}

function openPage(token: string, tools: { sessions: SessionBook; now: () => number }): Response {
  const session = tools.sessions.byToken(token)
  if (!session) return problem('unknown')
  if (session.opened) return problem('opened')
  if (tools.now() >= session.expiresAtMs) return problem('expired')
  session.opened = true
  return reply(200, 'text/html', rampPage(session))
}

function problem(kind: Problem): Response {
  return reply(PROBLEM_STATUS[kind], 'text/html', problemPage(kind))
}

function reply(status: number, type: string, body: string): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } })
}
