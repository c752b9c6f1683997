import { LeydenError } from '@leyden/core'
import { ERROR_STATUS, sentenceOf } from '@leyden/core/internal'
import type { Kernel } from '../../kernel/extension.js'
import { badField } from '../../kernel/http/bad-field.js'
import { readBody } from '../../kernel/http/body.js'
import { createClientIp } from '../../kernel/http/client-ip.js'
import { Reply } from '../../kernel/http/reply.js'
import type { RequestContext, Route } from '../../kernel/http/route.js'
import { equalInConstantTime } from '../../kernel/tokens/constant-time.js'
import type { OperatorActions } from '../admin/operator-actions.js'
import type { WrongTokens } from '../admin/wrong-tokens.js'
import { type BrowserConnection, browserConnection } from './browser-connection.js'
import { readCase } from './case.js'
import { caseView } from './case-view.js'
import { html } from './html.js'
import { eventsPage, overview, subjectList, subjectsPage } from './lists.js'
import { actionOf, createPageActions } from './operator-action.js'
import { createOperatorSessions } from './operator-session.js'
import { CONTENT_SECURITY_POLICY } from './page-style.js'
import {
  PAGE_PATH,
  type Page,
  plainDocument,
  searchForm,
  signedInDocument,
  signInForm,
} from './page-views.js'
import { isCaseOf, MOST_FOUND, search } from './search.js'

const MAX_FORM_BYTES = 8_192

/** A request of an operator who has signed in. */
interface SignedIn extends RequestContext {
  query: URLSearchParams
  /** Reads the form of a POST. */
  form(): Promise<URLSearchParams>
}

/** A page, or a reply such as a redirect. */
type Answer = Page | Reply

/** The operators' page: what happened to each payment and why, for somebody who signs in with the admin token. */
export function pageRoutes(
  kernel: Pick<Kernel, 'store' | 'actions' | 'options' | 'now' | 'log'>,
  operatorActions: OperatorActions,
  token: string,
  wrongTokens: Pick<WrongTokens, 'refuse'>,
): Route[] {
  const { store, now } = kernel
  const { isProxy } = createClientIp(kernel.options.trustedProxies)
  const sessions = createOperatorSessions(token, now)
  const actions = createPageActions(operatorActions, kernel.actions)

  const connectionOf = (context: RequestContext) => browserConnection(context, isProxy)
  const cookiePlace = ({ prefix }: RequestContext, { kind }: BrowserConnection) => ({
    path: prefix + PAGE_PATH,
    isHttps: kind === 'https',
  })
  const isSignedIn = ({ request }: RequestContext) => sessions.isIn(request.headers.get('cookie'))

  /** A route whose requests have been checked; a POST also for the page that it comes from. */
  function route(
    address: `${'GET' | 'POST'} ${string}`,
    name: string,
    handle: (context: RequestContext) => Promise<Reply>,
  ): Route {
    const [method, path] = address.split(' ') as ['GET' | 'POST', string]
    return {
      name: `operators-${name}`,
      method,
      path,
      caller: 'operator',
      failure: failurePage,
      async handle(context) {
        const connection = connectionOf(context)
        if (connection.kind === 'plain')
          return documentReply(403, plainDocument('Not over this connection', PLAIN))
        if (method === 'POST' && !connection.isOwnPage) throw notOwnPage()
        return handle(context)
      },
    }
  }

  /** A route for operators who have signed in. Others get to the form. */
  function signedIn(
    address: `${'GET' | 'POST'} ${string}`,
    name: string,
    show: (context: SignedIn) => Promise<Answer>,
  ): Route {
    return route(address, name, async (context) => {
      const { request, prefix } = context
      if (!isSignedIn(context)) return redirect(prefix + PAGE_PATH)
      const query = new URL(request.url).searchParams
      const answer = await show({ ...context, query, form: () => readForm(context) })
      return answer instanceof Reply ? answer : documentReply(200, signedInDocument(answer, prefix))
    })
  }

  return [
    route('GET /', 'root', async ({ prefix }) => redirect(prefix + PAGE_PATH)),
    route(`GET ${PAGE_PATH}`, 'overview', async (context) => {
      const { prefix } = context
      return isSignedIn(context)
        ? documentReply(200, signedInDocument(await overview(kernel, prefix), prefix))
        : documentReply(200, plainDocument('Sign in', signInForm(prefix)))
    }),
    route(`POST ${PAGE_PATH}/sign-in`, 'sign-in', async (context) => {
      const { prefix, ip, log } = context
      if (!equalInConstantTime((await readForm(context)).get('token')?.trim() ?? '', token)) {
        const refused = await wrongTokens.refuse(ip)
        if (refused.code === 'RATE_LIMITED') throw refused
        return documentReply(
          401,
          plainDocument('Sign in', signInForm(prefix, 'This is not the admin token.')),
        )
      }
      log.info({ code: 'OPERATOR_SIGNED_IN', client: ip ?? undefined }, 'An operator has signed in')
      const cookie = sessions.begin(cookiePlace(context, connectionOf(context)))
      return redirect(prefix + PAGE_PATH, { 'set-cookie': cookie })
    }),
    route(`POST ${PAGE_PATH}/sign-out`, 'sign-out', async (context) => {
      const place = cookiePlace(context, connectionOf(context))
      const cookie = sessions.end(context.request.headers.get('cookie'), place)
      return redirect(context.prefix + PAGE_PATH, { 'set-cookie': cookie })
    }),
    signedIn(`GET ${PAGE_PATH}/payments`, 'payments', ({ query, prefix }) =>
      subjectsPage(kernel, 'charge', query, prefix),
    ),
    signedIn(`GET ${PAGE_PATH}/sessions`, 'sessions', ({ query, prefix }) =>
      subjectsPage(kernel, 'ramp', query, prefix),
    ),
    signedIn(`GET ${PAGE_PATH}/events`, 'events', ({ query, prefix }) => eventsPage(kernel, query, prefix)),
    signedIn(`GET ${PAGE_PATH}/cases/{id}`, 'case', async ({ parameter, query, prefix }) => {
      const subject = await store.get(parameter)
      if (!isCaseOf(subject))
        throw new LeydenError('NOT_FOUND', 'Nothing has this id. It may have been erased.')
      const done = query.get('done') ?? ''
      const notice = Object.hasOwn(actions, done) ? actions[done as keyof typeof actions].done : undefined
      return caseView(await readCase(kernel, subject), { prefix, hasReceiver: hasReceiver(), notice })
    }),
    signedIn(`POST ${PAGE_PATH}/search`, 'search', async ({ form, prefix }) => {
      const text = (await form()).get('text')?.trim() ?? ''
      if (text === '' || text.length > 2_048) throw badField('text', 'must have 1 to 2,048 characters')
      const { found, list, shortened = [], notice } = await search(kernel, text)
      if (found) return caseView(found, { prefix, hasReceiver: hasReceiver(), notice })
      const results =
        list.length > 0
          ? await subjectList(kernel, list, prefix)
          : html`<p class="card answer">Nothing is stored under this text: no order, payment, purchase or address. It may be of another
shop, or so old that it was deleted.</p>`
      const limits = shortened.map(
        (kind) =>
          html`<p class="card answer warn">Only the newest ${MOST_FOUND} ${kind} of this address are shown.</p>`,
      )
      return { title: 'Search', content: html`${searchForm(prefix, text)}${limits}${results}` }
    }),
    signedIn(`POST ${PAGE_PATH}/confirm`, 'confirm', async ({ form, prefix }) => {
      const { name, id, action } = actionOf(actions, await form())
      return {
        title: action.title,
        content: html`<form method="post" action="${prefix}${PAGE_PATH}/act" class="card">
<p><code>${id}</code></p>
${action.consequence}
<input type="hidden" name="action" value="${name}"><input type="hidden" name="id" value="${id}">
<div class="buttons"><button class="main">${action.button}</button> <a href="${prefix}${PAGE_PATH}/cases/${action.subjectOf(id)}">Cancel</a></div>
</form>`,
      }
    }),
    signedIn(`POST ${PAGE_PATH}/act`, 'act', async ({ form, prefix, ip, log }) => {
      const filled = await form()
      const { name, id, action } = actionOf(actions, filled)
      await action.run(id, filled)
      const by = { action: name, of: id, client: ip ?? undefined }
      log.info({ code: 'OPERATOR_ACTED', ...by }, 'An operator has acted by hand, on the operators’ page')
      return redirect(`${prefix}${PAGE_PATH}/cases/${action.subjectOf(id)}?done=${name}`)
    }),
  ]

  function hasReceiver(): boolean {
    return kernel.actions.deliveries.wanted
  }
}

const PLAIN = html`<div class="card answer bad"><p>This page is not shown over plain HTTP from another machine, because everybody on the way could read the admin
token.</p>
<p>Open an SSH tunnel, <code>ssh -L 4001:127.0.0.1:4001 your-server</code>, and go to
<code>http://127.0.0.1:4001/</code>. Or put a proxy with TLS in front, which sends <code>X-Forwarded-Proto: https</code> and the original
<code>Host</code>, and name it in <code>LEYDEN_TRUSTED_PROXIES</code>.</p></div>`

function notOwnPage(): LeydenError {
  const message =
    'The form was not sent by this page. If a proxy is in front, it has to pass on Host, and to send X-Forwarded-Proto.'
  return badField('origin', message, 403)
}

async function readForm({ request }: RequestContext): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badField('content-type', 'must be application/x-www-form-urlencoded', 415)
  return new URLSearchParams(new TextDecoder().decode(await readBody(request, MAX_FORM_BYTES)))
}

/** The page of an error, which has no data of a request. */
function failurePage(error: LeydenError, { prefix }: Pick<RequestContext, 'prefix'>): Reply {
  const { code, status, retryAfterMs } = error
  const statuses: Partial<Record<string, number>> = ERROR_STATUS
  const sent = status ?? statuses[code] ?? 500
  const content = html`<p class="card answer bad" role="alert">${sentenceOf(error)}</p><p><a href="${prefix}${PAGE_PATH}">Overview</a></p>`
  const headers: Record<string, string> =
    retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }
  return documentReply(sent, plainDocument('That did not work', content), headers)
}

function documentReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return new Reply(status, text, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    // Without a referrer a browser sends `Origin: null` with a form.
    'referrer-policy': 'same-origin',
    ...headers,
  })
}

function redirect(location: string, headers: Record<string, string> = {}): Reply {
  return new Reply(303, null, { location, ...headers })
}
