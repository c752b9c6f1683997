import type { AddressReport } from '@leyden/lnurl/check'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { type Html, pageReply } from '../page/page.js'

/** Checks the server of an address. */
export type CheckAddress = (address: string, options: { lookUpOnly: boolean }) => Promise<AddressReport>

/** A check sends several requests to hosts that a visitor chooses, so visitors together get this many. */
const CHECKS_PER_MINUTE = 30
const MINUTE_MS = 60_000
const TITLE = 'Check a Lightning Address'

/**
 * The page that checks a Lightning Address for the operator of its server. It works without a script, and only its own
 * form starts a check.
 */
export function createCheckServer(checkAddress: CheckAddress, now: () => number = Date.now): Hono {
  let startedAtMs: number[] = []

  /** Whether another check may start now. */
  function takePlace(): boolean {
    startedAtMs = startedAtMs.filter((each) => each > now() - MINUTE_MS)
    return startedAtMs.length < CHECKS_PER_MINUTE && startedAtMs.push(now()) > 0
  }

  return new Hono()
    .use('/check', csrf())
    .get('/check', () => page({ title: TITLE, content: form() }))
    .post('/check', async ({ req }) => {
      const fields = await req.parseBody()
      const address = String(fields.address ?? '').trim()
      const lookUpOnly = fields.look_up_only !== undefined
      const asked = form({ address, lookUpOnly })
      if (!takePlace()) {
        const busy = html`<p class="error" role="alert">Too many checks at the moment. Try again in a minute.</p>`
        return page({ title: `Busy · ${TITLE}`, content: html`${asked}${busy}`, status: 429 })
      }
      const report = await checkAddress(address, { lookUpOnly })
      const title = `${summaryOf(report)} · ${report.address}`
      return page({ title, content: html`${asked}${reportOf(report)}` })
    })
    .onError((error) => {
      if (error instanceof HTTPException) return error.getResponse()
      throw error
    })
}

const page = (content: { title: string; content: Html; status?: number }) =>
  pageReply({ ...content, data: html`data-wide`, isForm: true })

function form({ address = '', lookUpOnly = false } = {}): Html {
  return html`<header><div class="name">Sandbox</div></header>
    <form method="post" action="check">
      <section aria-labelledby="title">
        <h1 id="title">${TITLE}</h1>
        <p id="about">
          It asks the address as a wallet does, and says what works, what breaks which wallets, and what the operator of
          its server can change. That server makes an invoice over its smallest amount, which nobody has to pay.
        </p>
        <label>Lightning Address<input
          name="address" value="${address}" type="text" inputmode="email" required maxlength="320" autocomplete="off"
          autocapitalize="none" spellcheck="false" placeholder="name@domain" aria-describedby="about"
        /></label>
        <label class="choice"><input
          name="look_up_only" type="checkbox" ${lookUpOnly ? html`checked` : ''}
        />Request no invoice</label>
        <button type="submit">Check</button>
      </section>
    </form>`
}

const STATUS_WORDS = {
  ok: 'Fine',
  warning: 'Warning',
  problem: 'Problem',
  unknown: 'Not checked',
} as const satisfies Record<AddressReport['checks'][number]['status'], string>

function summaryOf({ checks }: AddressReport): string {
  const count = (status: 'problem' | 'warning') => {
    const found = checks.filter((each) => each.status === status).length
    return `${found} ${status}${found === 1 ? '' : 's'}`
  }
  return `${count('problem')}, ${count('warning')}`
}

/** What needs somebody comes first. */
const ORDER = [
  'problem',
  'warning',
  'unknown',
  'ok',
] as const satisfies AddressReport['checks'][number]['status'][]

/** Every text of the checked server is escaped by `html`. */
function reportOf(report: AddressReport): Html {
  const { address, requests, invoiceMsat } = report
  const checks = ORDER.flatMap((status) => report.checks.filter((each) => each.status === status))
  return html`<section aria-labelledby="result">
    <h2 id="result"><bdi>${address}</bdi>: ${summaryOf(report)}</h2>
    <p>
      ${
        invoiceMsat === undefined
          ? 'No invoice was made.'
          : `An invoice over ${Number(invoiceMsat) / 1000} sats was made. Nobody has to pay it: it expires.`
      }
    </p>
    <ul class="checks">
      ${checks.map(
        ({ name, status, rule, message, consequence, fix }) => html`<li data-status="${status}">
          <p class="kind"><b>${STATUS_WORDS[status]}</b> ${name}${rule && html` <span>${rule}</span>`}</p>
          <p class="found"><bdi>${message}</bdi></p>
          ${consequence && html`<p>${consequence}</p>`}
          ${fix && html`<p><b>To do:</b> ${fix}</p>`}
        </li>`,
      )}
    </ul>
  </section>
  ${
    requests.length > 0
      ? html`<section aria-labelledby="requests">
          <h2 id="requests">What was requested, and what came</h2>
          <ol class="requests">
            ${requests.map(
              ({ step, url, status, location, contentType, bytes, ms }) => html`<li>
                <p><b>${step}</b></p>
                <p class="url">${url}</p>
                <p>${[
                  status === undefined ? 'no reply' : `status ${status}`,
                  location && `to ${location}`,
                  contentType,
                  bytes !== undefined && `${bytes} bytes`,
                  ms !== undefined && `${ms} ms`,
                ]
                  .filter(Boolean)
                  .join(', ')}</p>
              </li>`,
            )}
          </ol>
        </section>`
      : ''
  }`
}
