import { html, type Markup, pageDocument } from '../../page/markup.js'
import type { Session } from '../session-store.js'

/** Why a link does not open the ramp page: the HTTP status and the texts of the page in its place. */
export const PROBLEMS = {
  unknown: {
    status: 404,
    title: 'Session not found',
    text: 'The link is incomplete or wrong. Go back and start again.',
  },
  opened: {
    status: 410,
    title: 'This session was already opened',
    text: 'A link works only once, and reloading counts as a second visit. Go back and start again.',
  },
  expired: {
    status: 410,
    title: 'This session has ended',
    text: 'A link has to be opened within 15 minutes. Go back and start again.',
  },
}

/** The page of a session that was just opened. */
export function rampPage(session: Session): string {
  const steps = session.returning ? ['quote', 'card', 'done'] : ['code', 'identity', 'quote', 'card', 'done']
  return documentOf(
    { key: session.pageKey, steps: steps.join(' '), silent: String(session.fault === 'silent') },
    html`
      <div class="progress" data-part="progress" role="progressbar" aria-label="Progress" aria-valuemin="0"
        aria-valuemax="${String(steps.length)}"><i></i></div>
      ${session.returning ? [] : [codeStep(session), identityStep()]}
      ${[quoteStep(session), cardStep(), doneStep(session)]}
    `,
  )
}

/** The page of an invalid link. */
export function problemPage(problem: keyof typeof PROBLEMS): string {
  const { title, text } = PROBLEMS[problem]
  return documentOf(
    { problem: `SESSION_${problem.toUpperCase()}`, silent: 'false' },
    html`<section><h1>${title}</h1><p>${text}</p></section>`,
  )
}

function documentOf(data: Record<string, string>, content: Markup): string {
  return pageDocument({
    title: 'Sandbox Ramp',
    resources: '/page',
    data,
    content: html`
      <header>
        <div class="name">Sandbox Ramp</div>
        <button class="close" type="button" data-part="close" aria-label="Close">✕</button>
      </header>
      ${content}
      <section data-part="left" hidden><p>You have left. You can close this page.</p></section>`,
  })
}

function step(name: string, title: string, content: Markup, hint?: Markup): Markup {
  return html`<section data-step="${name}" aria-labelledby="title-${name}" hidden>
    <h1 id="title-${name}" tabindex="-1">${title}</h1>
    ${content}
    <div class="error" role="alert" data-part="${name}-error" hidden></div>
    ${hint ? html`<div class="sandbox">${hint}</div>` : ''}
  </section>`
}

function codeStep(session: Session): Markup {
  return step(
    'code',
    'Enter the code',
    html`<p>We sent six digits to <b>${session.email}</b>.</p>
      <label>Six digits
        <input class="code" data-part="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" />
      </label>
      <button type="button" data-part="code-next">Continue</button>`,
    html`Sandbox: no e-mail is sent. The code is ${session.emailCode}; any six digits will do.`,
  )
}

function identityStep(): Markup {
  return step(
    'identity',
    'Show your identity document',
    html`<p>Hold the side with your photo up to the camera, or upload a picture of it.</p>
      <video data-part="video" autoplay playsinline muted hidden></video>
      <button type="button" data-part="camera">Use the camera</button>
      <button type="button" data-part="photo" hidden>Take the photo</button>
      <label>Or upload a picture<input type="file" accept="image/*" data-part="upload" /></label>`,
    html`Sandbox: pictures stay on this page, and nobody looks at them.
      <button type="button" data-part="sample">Use a sample document</button>`,
  )
}

function quoteStep(session: Session): Markup {
  return step(
    'quote',
    'How much do you want to buy?',
    html`<label>You pay, in ${session.quoteCurrency}
        <input data-part="amount" inputmode="decimal" autocomplete="off" value="${session.quoteCurrency === 'JPY' ? '5000' : '50'}" />
      </label>
      <dl aria-live="polite">
        <dt>You get</dt><dd data-part="quote-amount">…</dd>
        <dt>Fee (included)</dt><dd data-part="quote-fee">…</dd>
        <dt>Bitcoin price</dt><dd data-part="quote-price">…</dd>
        <dt>To</dt><dd>${session.destination ?? 'your account here'}</dd>
      </dl>
      <button type="button" data-part="quote-next">Continue</button>`,
  )
}

function cardStep(): Markup {
  return step(
    'card',
    'Pay by card',
    html`<label>Card number
        <input data-part="card-number" inputmode="numeric" autocomplete="off" maxlength="23" />
      </label>
      <div class="pair">
        <label>Expiry (MM/YY)<input data-part="card-expiry" inputmode="numeric" autocomplete="off" maxlength="5" /></label>
        <label>CVC<input data-part="card-code" inputmode="numeric" autocomplete="off" maxlength="4" /></label>
      </div>
      <button type="button" data-part="pay">Pay</button>`,
    html`Sandbox: do not enter a real card. A number that ends in 0002 is declined.
      <button type="button" data-part="test-card">Fill in a test card</button>`,
  )
}

function doneStep(session: Session): Markup {
  return step(
    'done',
    'Your bitcoin is on its way',
    html`<div class="mark" aria-hidden="true">✓</div>
      <p>You bought <b data-part="bought"></b>. It goes to <b>${session.destination ?? 'your account here'}</b>.</p>
      <button type="button" data-part="finish">Close</button>`,
  )
}
