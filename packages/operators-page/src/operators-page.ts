import type { Extension, Kernel } from '@leyden/bff'
import type { Operations } from '@leyden/bff/operations'
import { LeydenError } from '@leyden/core'
import { ERROR_STATUS, readAtMost, sentenceOf, tryOrUndefined } from '@leyden/core/internal'
import { base64 } from '@scure/base'
import { badField } from './bad-field.js'
import { browserConnection } from './browser-connection.js'
import { readCase } from './case.js'
import { caseView } from './case-view.js'
import { html } from './html.js'
import { eventsPage, overview, subjectList, subjectsPage } from './lists.js'
import { actionOf, createPageActions } from './operator-action.js'
import { CONTENT_SECURITY_POLICY } from './page-style.js'
import { operatorDocument, PAGE_PATH, type Page, plainDocument, searchForm } from './page-views.js'
import type { OperatorRoute, RequestContext } from './route.js'
import { MOST_FOUND, search } from './search.js'

const MAX_FORM_BYTES = 8_192

/** A request with the admin token. */
interface OperatorRequest extends RequestContext {
  query: URLSearchParams
  /** Reads the form of a POST. */
  form(): Promise<URLSearchParams>
}

/** A page, or a reply such as a redirect. */
type Answer = Page | Response

/**
 * Adds the operators' page to the operations of a BFF: what happened to each payment and why, for somebody who has the
 * admin token. The browser asks for it, as the password of HTTP Basic (RFC 7617), and sends it with each request. The
 * page exists where the host serves `admin` routes alone, and not without a token.
 *
 * ```ts
 * const ops = operations({ token: process.env.LEYDEN_ADMIN_TOKEN })
 * const bff = createBff({ …, extensions: [operatorsPage(ops)] })
 * createServer(toNodeHandler(bff, { routes: 'admin', prefix: '' })).listen(4001, '127.0.0.1')
 * ```
 *
 * @param ops the operations of the same BFF, which is not given them a second time.
 */
export function operatorsPage(ops: Operations): Extension {
  return (kernel) => {
    const parts = ops(kernel)
    return parts.routes ? { ...parts, routes: [...parts.routes, ...pageRoutes(kernel, ops)] } : parts
  }
}

function pageRoutes(kernel: Kernel, operations: Operations): OperatorRoute[] {
  const source = { kernel, operations }
  const actions = createPageActions(operations, kernel.actions)

  /** A page, whose requests have been checked; a POST also for the page that it comes from. */
  function route(
    address: `${'GET' | 'POST'} ${string}`,
    name: string,
    show: (context: OperatorRequest) => Promise<Answer>,
  ): OperatorRoute {
    const [method, path] = address.split(' ') as ['GET' | 'POST', string]
    return {
      name: `operators-${name}`,
      method,
      path,
      caller: 'operator',
      failure: failurePage,
      async handle(context) {
        const { request, prefix } = context
        const { kind, isOwnPage } = browserConnection(context, kernel.isProxy)
        if (kind === 'plain') return documentReply(403, plainDocument('Not over this connection', PLAIN))
        await authorize(context)
        if (method === 'POST' && !isOwnPage) throw notOwnPage()
        const query = new URL(request.url).searchParams
        const answer = await show({ ...context, query, form: () => readForm(context) })
        return answer instanceof Response ? answer : documentReply(200, operatorDocument(answer, prefix))
      },
    }
  }

  async function authorize({ request, ip }: RequestContext): Promise<void> {
    const sent = passwordIn(request.headers.get('authorization') ?? '')
    if (sent === undefined) throw new LeydenError('SIGN_IN_REQUIRED', 'This page needs the admin token.')
    await operations.authorize(sent, ip)
  }

  return [
    route('GET /', 'root', async ({ prefix }) => redirect(prefix + PAGE_PATH)),
    route(`GET ${PAGE_PATH}`, 'overview', ({ prefix }) => overview(source, prefix)),
    route(`GET ${PAGE_PATH}/payments`, 'payments', ({ query, prefix }) =>
      subjectsPage(source, 'charge', query, prefix),
    ),
    route(`GET ${PAGE_PATH}/sessions`, 'sessions', ({ query, prefix }) =>
      subjectsPage(source, 'ramp', query, prefix),
    ),
    route(`GET ${PAGE_PATH}/events`, 'events', ({ query, prefix }) => eventsPage(source, query, prefix)),
    route(`GET ${PAGE_PATH}/cases/{id}`, 'case', async ({ parameter, query, prefix }) => {
      const subject = await operations.find(parameter)
      if (!subject) throw new LeydenError('NOT_FOUND', 'Nothing has this id. It may have been erased.')
      const done = query.get('done') ?? ''
      const notice = Object.hasOwn(actions, done) ? actions[done as keyof typeof actions].done : undefined
      return caseView(await readCase(source, subject), { prefix, hasReceiver: hasReceiver(), notice })
    }),
    route(`POST ${PAGE_PATH}/search`, 'search', async ({ form, prefix }) => {
      const text = (await form()).get('text')?.trim() ?? ''
      if (text === '' || text.length > 2_048) throw badField('text', 'must have 1 to 2,048 characters')
      const { found, list, shortened = [], notice } = await search(source, text)
      if (found) return caseView(found, { prefix, hasReceiver: hasReceiver(), notice })
      const results =
        list.length > 0
          ? subjectList(list, prefix)
          : html`<p class="card answer">Nothing is stored under this text: no order, payment, purchase or address. It may be of another
shop, or so old that it was deleted.</p>`
      const limits = shortened.map(
        (kind) =>
          html`<p class="card answer warn">Only the newest ${MOST_FOUND} ${kind} of this address are shown.</p>`,
      )
      return { title: 'Search', content: html`${searchForm(prefix, text)}${limits}${results}` }
    }),
    route(`POST ${PAGE_PATH}/confirm`, 'confirm', async ({ form, prefix }) => {
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
    route(`POST ${PAGE_PATH}/act`, 'act', async ({ form, prefix, ip, log }) => {
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

/** The password of HTTP Basic; undefined for any other header. */
function passwordIn(header: string): string | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const pair = tryOrUndefined(() => new TextDecoder().decode(base64.decode(encoded)))
  return pair?.slice(pair.indexOf(':') + 1).trim()
}

function notOwnPage(): LeydenError {
  const message =
    'The form was not sent by this page. If a proxy is in front, it has to pass on Host, and to send X-Forwarded-Proto.'
  return new LeydenError('BAD_REQUEST', message, { field: 'origin', status: 403 })
}

async function readForm({ request }: RequestContext): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badField('content-type', 'must be application/x-www-form-urlencoded', 415)
  const reader = request.body?.getReader()
  const read = async () => (reader ? readAtMost(reader, MAX_FORM_BYTES) : new Uint8Array())
  const body = await (request.readBody?.(MAX_FORM_BYTES) ?? read())
  if (!body) throw badField('body', `may have at most ${MAX_FORM_BYTES} bytes`, 413)
  return new URLSearchParams(new TextDecoder().decode(body))
}

/** The page of an error, which has no data of a request. */
function failurePage(error: LeydenError, { prefix }: Pick<RequestContext, 'prefix'>): Response {
  const { code, status, retryAfterMs } = error
  const statuses: Partial<Record<string, number>> = ERROR_STATUS
  const sent = status ?? statuses[code] ?? 500
  const content = html`<p class="card answer bad" role="alert">${sentenceOf(error)}</p><p><a href="${prefix}${PAGE_PATH}">Overview</a></p>`
  const headers: Record<string, string> = {}
  if (retryAfterMs !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterMs / 1_000))
  if (sent === 401) headers['www-authenticate'] = 'Basic realm="Leyden operations", charset="UTF-8"'
  return documentReply(sent, plainDocument('That did not work', content), headers)
}

function documentReply(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      // Without a referrer a browser sends `Origin: null` with a form.
      'referrer-policy': 'same-origin',
      ...headers,
    },
  })
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}
