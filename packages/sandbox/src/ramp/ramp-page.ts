import { html } from 'hono/html'
import type { Html } from '../page/page.js'
import { type Quote, quote } from './fiat.js'
import type { Session } from './session-store.js'

/** The content of the ramp page in each step. */
export const RAMP_STEPS = {
  code: (session: Session) =>
    stepOf({
      name: 'code',
      title: 'Enter the code',
      content: html`<p>We sent six digits to <b>${session.email}</b>.</p>
        <label>Six digits
          <input class="code" name="code" data-part="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" />
        </label>
        <button type="button" data-part="code-next" data-action="code">Continue</button>`,
      hint: html`Sandbox: no e-mail is sent. The code is ${session.emailCode}; any six digits will do.`,
    }),

  identity: () =>
    stepOf({
      name: 'identity',
      title: 'Show your identity document',
      content: html`<p>Hold the side with your photo up to the camera, or upload a picture of it.</p>
        <video data-camera autoplay playsinline muted hidden></video>
        <button type="button" data-camera data-part="camera" data-action="camera">Use the camera</button>
        <button type="button" data-camera data-part="photo" data-action="identity" hidden>Take the photo</button>
        <label>Or upload a picture<input type="file" accept="image/png,image/jpeg" data-action="identity" /></label>`,
      hint: html`Sandbox: pictures stay on this page, and nobody looks at them.
        <button type="button" data-part="sample" data-action="identity">Use a sample document</button>`,
    }),

  quote(session: Session) {
    const amount = session.quote_currency === 'JPY' ? '5000' : '50'
    const quoted = quote(amount, session.quote_currency)
    return stepOf({
      name: 'quote',
      title: 'How much do you want to buy?',
      content: html`<label>You pay, in ${session.quote_currency}
          <input name="amount" data-part="amount" data-action="quote" inputmode="decimal" autocomplete="off" value="${amount}" />
        </label>
        <dl id="quote" aria-live="polite">${typeof quoted === 'string' ? quoted : quoteTerms(session, quoted)}</dl>
        <button type="button" data-part="quote-next" data-action="card">Continue</button>`,
    })
  },

  card: ({ fiatAmount, fiatCurrency }: Quote) =>
    stepOf({
      name: 'card',
      title: 'Pay by card',
      content: html`<input type="hidden" name="amount" value="${fiatAmount}" />
        <label>Card number
          <input name="card_last_four" inputmode="numeric" autocomplete="off" maxlength="23"
            required pattern="(\\d *){12,19}" data-sample="4242 4242 4242 4242" />
        </label>
        <div class="pair">
          <label>Expiry (MM/YY)
            <input inputmode="numeric" autocomplete="off" maxlength="5" required pattern="\\d\\d/\\d\\d" data-sample="12/34" />
          </label>
          <label>CVC
            <input inputmode="numeric" autocomplete="off" maxlength="4" required pattern="\\d{3,4}" data-sample="123" />
          </label>
        </div>
        <button type="button" data-part="pay" data-action="purchase">Pay ${fiatAmount} ${fiatCurrency}</button>`,
      hint: html`Sandbox: do not enter a real card. A number that ends in 0002 is declined.
        <button type="button" data-part="test-card" data-action="fill-in">Fill in a test card</button>`,
    }),

  done: (session: Session, { bitcoinAmount }: Quote) =>
    stepOf({
      name: 'done',
      title: 'Your bitcoin is on its way',
      content: html`<div class="mark" aria-hidden="true">✓</div>
        <p>You bought <b>${bitcoinAmount} BTC</b>. It goes to <b>${destinationOf(session)}</b>.</p>
        <button type="button" data-action="close">Close</button>`,
    }),
}

/** The terms of a quote, which change while a person types the amount. */
export function quoteTerms(session: Session, { bitcoinAmount, fee, price, fiatCurrency }: Quote): Html {
  return html`<dt>You get</dt><dd>${bitcoinAmount} BTC</dd>
    <dt>Fee (included)</dt><dd>${fee} ${fiatCurrency}</dd>
    <dt>Bitcoin price</dt><dd>${price} ${fiatCurrency}</dd>
    <dt>To</dt><dd>${destinationOf(session)}</dd>`
}

const destinationOf = ({ destination }: Session) => destination ?? 'your account here'

/** The name and the close button, above each page. */
const HEADER = html`<header>
  <div class="name">Sandbox Ramp</div>
  <button class="close" type="button" data-part="close" data-action="close" aria-label="Close">✕</button>
</header>`

/** The content of the page of an invalid link. */
export function problemContent(title: string, text: string): Html {
  return html`${HEADER}<section><h1>${title}</h1><p>${text} Go back and start again.</p></section>`
}

/** The content after the page was closed. */
export const LEFT = html`<header><div class="name">Sandbox Ramp</div></header>
  <section><p>You have left. You can close this page.</p></section>`

const STEP_NAMES = ['code', 'identity', 'quote', 'card', 'done'] as const

export type StepName = (typeof STEP_NAMES)[number]

function stepOf(step: { name: StepName; title: string; content: Html; hint?: Html }): Html {
  const { name, title, content, hint } = step
  return html`${HEADER}
    <progress aria-label="Progress" value="${STEP_NAMES.indexOf(name) + 1}" max="${STEP_NAMES.length}"></progress>
    <section data-step="${name}" aria-labelledby="title-${name}">
      <h1 id="title-${name}" tabindex="-1">${title}</h1>
      ${content}
      <div class="error" role="alert"></div>
      ${hint && html`<div class="sandbox">${hint}</div>`}
    </section>`
}
