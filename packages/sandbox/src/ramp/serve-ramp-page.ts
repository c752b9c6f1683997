import { pageReply } from '../page/page-reply.js'
import { PAGE_STYLE } from '../page/page-style.js'
import { PROBLEMS, problemPage, rampPage } from './page/ramp-page.js'
import { RAMP_PAGE_SCRIPT } from './page/ramp-page-script.js'
import type { SessionStore } from './session-store.js'

/** Serves the ramp page and its resources; null for every other path. The first load uses up a session's token. */
export function serveRampPage(
  url: URL,
  tools: { sessions: SessionStore; now: () => number },
): Response | null {
  switch (url.pathname) {
    case '/page.js':
      return pageReply('javascript', RAMP_PAGE_SCRIPT)
    case '/page.css':
      return pageReply('css', PAGE_STYLE)
    case '/':
      return openPage(url.searchParams.get('session') ?? '', tools)
    default:
      return null
  }
}

function openPage(token: string, tools: { sessions: SessionStore; now: () => number }): Response {
  const session = tools.sessions.byToken(token)
  if (!session) return showProblem('unknown')
  if (session.opened) return showProblem('opened')
  if (tools.now() >= session.expiresAtMs) return showProblem('expired')
  session.opened = true
  return pageReply('html', rampPage(session))
}

function showProblem(problem: keyof typeof PROBLEMS): Response {
  return pageReply('html', problemPage(problem), PROBLEMS[problem].status)
}
