import type { Kernel } from '@leyden/bff'
import type { Operations } from '@leyden/bff/operations'
import { badField } from './bad-field.js'
import { type Html, html } from './html.js'

/** What an operator can do by hand on the page. */
export interface OperatorAction {
  /** The question before it. */
  title: string
  /** What will happen. */
  consequence: Html
  /** The text of the button that does it. */
  button: string
  /** What has happened. */
  done: string
  /** The subject whose case is shown afterwards. */
  subjectOf(id: string): string
  run(id: string, form: URLSearchParams): Promise<unknown>
}

export type ActionName = 'redeliver' | 'release' | 'settle'

/** Creates the actions of the page from those of the BFF. */
export function createPageActions(
  { redeliver, release }: Pick<Operations, 'redeliver' | 'release'>,
  { settle }: Pick<Kernel['actions'], 'settle'>,
): Record<ActionName, OperatorAction> {
  const subjectOfEvent = (id: string) => id.split('.')[0] ?? ''
  return {
    redeliver: {
      title: 'Deliver this event again?',
      consequence: html`<p>Your server gets the event again, with the same id. A server that stores the ids of events ignores it if it
has acted on it already.</p>`,
      button: 'Deliver again',
      done: 'The event is delivered again. Reload this page to see whether your server has accepted it.',
      subjectOf: subjectOfEvent,
      run: redeliver,
    },
    release: {
      title: 'Release this event?',
      consequence: html`<p>The event then counts for its purchase: the buyer sees the new state, and your server gets the event again, with
<code>released: true</code> and its meaning, and may deliver the goods. Release it only after you have compared the
purchase in the dashboard of the ramp. A release cannot be taken back.</p>`,
      button: 'Release',
      done: 'The event is released.',
      subjectOf: subjectOfEvent,
      run: release,
    },
    settle: {
      title: 'Record this payment as received?',
      consequence: html`<p>The BFF then treats the invoice as paid, on your word: the payer’s page says that it is paid, and your server gets
<code>charge.paid</code> and may deliver the goods. Do it only if you see the payment in the recipient’s wallet, or if
you have its preimage. It cannot be taken back.</p>
<label>Preimage, if you know it <input type="text" name="preimage" autocomplete="off" spellcheck="false"></label>`,
      button: 'Record as paid',
      done: 'The payment is recorded.',
      subjectOf: (id) => id,
      run: (id, form) => settle({ paymentHash: id, preimage: form.get('preimage')?.trim() || undefined }),
    },
  }
}

/** @throws LeydenError `BAD_REQUEST` for a form without a known action. */
export function actionOf(actions: Record<ActionName, OperatorAction>, form: URLSearchParams) {
  const name = form.get('action') ?? ''
  const id = form.get('id') ?? ''
  if (!Object.hasOwn(actions, name)) throw badField('action', 'is unknown')
  if (!/^[0-9a-f]{32,64}(\.\d{1,9})?$/.test(id)) throw badField('id', 'is not the id of an event or payment')
  return { name: name as ActionName, id, action: actions[name as ActionName] }
}
