import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { RampPictureProps } from './ramp-picture.js'
import { type PageStep, stepOf } from './ramp-walk.js'

/**
 * The effect of a press: it calls this action, asks before it leaves, or does nothing (`waits` is shown on the button;
 * `shows` changes only what is displayed and is not tested here).
 */
type Effect = keyof NonNullable<RampPictureProps['actions']> | 'asks' | 'waits' | 'shows'

export interface Expected {
  /** The visible texts, one by one. */
  words: (string | RegExp)[]
  /** The announcement for screen readers. */
  live?: string
  /** The step of the sandbox's page in the frame; `unanswered` if the page has not loaded. */
  page?: PageStep | 'unanswered'
  /** Whether the frame is loaded and hidden. */
  hidden?: boolean
  /** All buttons by name, in order, with their effects. */
  press: Record<string, Effect>
  /** The name of the link to a new tab; without a frame it has a QR code. */
  link?: { name: string; href: string; qr?: string }
  /** The question before leaving, and the answer that stays. */
  question?: { name: string; stay: string; leave: string }
}

interface PlayContext {
  canvasElement: HTMLElement
  args: RampPictureProps
}

const QUESTION = { name: 'Leave this purchase?', stay: 'Stay', leave: 'Leave' }

/** A `play` that checks the state alone, for a story that shows no more. */
export async function expectState(context: PlayContext): Promise<void> {
  const card = await cardOf(context)
  await expect(card).toHaveAccessibleName('Buy bitcoin')
  await expect(within(card).getByRole('status')).not.toBeEmptyDOMElement()
}

async function cardOf({ canvasElement, args }: PlayContext): Promise<HTMLElement> {
  const card = canvasElement.querySelector<HTMLElement>('section.leyden')
  if (!card) throw new Error('There is no card.')
  await expect(card.dataset.state).toBe(args.state.status)
  return card
}

/** Makes a `play` that checks the texts, announcements and buttons of a state. */
export function expectShown(expected: Expected): (context: PlayContext) => Promise<void> {
  return async (context) => {
    const { args } = context
    const card = await cardOf(context)
    const canvas = within(card)
    const { words, live = '', question = QUESTION } = expected
    const press = Object.fromEntries(
      Object.entries(expected.press).map(([name, effect]) => [nameWithoutTime(name), effect]),
    )

    for (const text of words)
      await expect(await canvas.findByText(text, { ignore: '[role="status"], style' })).toBeVisible()
    await expect(canvas.getByRole('status').textContent).toBe(live)
    await expectFrame(card, expected)
    if (expected.link) await expectLink(canvas, expected.link)

    const buttons = () => canvas.queryAllByRole('button')
    await expect(buttons().map(nameOf)).toEqual(Object.keys(press))
    for (const [name, effect] of Object.entries(press)) {
      // The button is looked up again for each press, because a question may have replaced it.
      const button = buttons().find((candidate) => nameOf(candidate) === name) as HTMLElement
      if (effect === 'asks') await expectQuestion(canvas, button, question, args.actions)
      else if (effect !== 'shows') await expectEffect(button, effect, args.actions)
    }
  }
}

/** The accessible name, with the remaining seconds replaced by a constant, and spaces that may break a line. */
const nameOf = (button: HTMLElement) =>
  nameWithoutTime(button.getAttribute('aria-label') ?? button.textContent ?? '')

const nameWithoutTime = (name: string) => name.replace(/\d+/, 'n').replaceAll('\u00a0', ' ')

async function expectFrame(card: HTMLElement, { page, hidden = false }: Expected): Promise<void> {
  if (!page) return expect(card.querySelector('iframe')).toBeNull()
  await waitFor(() => expect(card.querySelector('iframe')).not.toBeNull())
  const frame = card.querySelector('iframe') as HTMLIFrameElement
  await expect(frame.title).toMatch(/pay\.provider\.example/)
  await expect(frame.getAttribute('allow')).toContain('camera https://pay.provider.example')
  await expect(frame.sandbox.contains('allow-top-navigation')).toBe(false)
  if (page === 'unanswered') {
    await expect(card.querySelector('.ly-skeleton')).toBeVisible()
    await expect(frame.dataset.lyLoaded).toBeUndefined()
    return
  }
  await waitFor(() => expect(stepOf(frame)).toBe(page))
  if (hidden) await expect(frame).not.toBeVisible()
  else await waitFor(() => expect(frame).toBeVisible())
}

async function expectLink(
  canvas: ReturnType<typeof within>,
  { name, href, qr }: NonNullable<Expected['link']>,
): Promise<void> {
  const link = await canvas.findByRole('link', { name })
  // The link opens a new page that cannot access this one and gets no referrer.
  await expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    href,
    '_blank',
    'noopener noreferrer',
  ])
  if (qr) await expect(await canvas.findByRole('img', { name: qr })).toBeVisible()
}

async function expectEffect(
  button: HTMLElement,
  effect: Effect,
  actions: RampPictureProps['actions'] = noActions,
): Promise<void> {
  const spies = {
    start: actions.start,
    startNewSession: actions.startNewSession,
    requestFallbackLink: actions.requestFallbackLink,
    close: actions.close,
  }
  const before = countOf(spies)
  await userEvent.click(button)
  const after = countOf(spies)
  for (const action of Object.keys(spies) as (keyof typeof spies)[])
    await expect(`${action} ${after[action] - before[action]}`).toBe(`${action} ${action === effect ? 1 : 0}`)
  button.blur()
}

const noActions = {
  start: () => {},
  startNewSession: () => {},
  requestFallbackLink: () => {},
  close: () => {},
}

function countOf(spies: Record<keyof NonNullable<RampPictureProps['actions']>, unknown>) {
  const callsOf = (spy: unknown) => (spy as { mock?: { calls: unknown[] } }).mock?.calls.length ?? 0
  return {
    start: callsOf(spies.start),
    startNewSession: callsOf(spies.startNewSession),
    requestFallbackLink: callsOf(spies.requestFallbackLink),
    close: callsOf(spies.close),
  }
}

/** Leaving asks first, with the focus in the question. Staying changes nothing; leaving calls the action. */
export async function expectQuestion(
  canvas: ReturnType<typeof within>,
  opener: HTMLElement | (() => void),
  { name, stay, leave }: NonNullable<Expected['question']> = QUESTION,
  actions?: RampPictureProps['actions'],
): Promise<void> {
  const open = () => (typeof opener === 'function' ? opener() : userEvent.click(opener))
  await open()
  const question = await canvas.findByRole('alertdialog', { name })
  await waitFor(() => expect(question).toHaveFocus())
  await expectEffect(within(question).getByRole('button', { name: stay }), 'waits', actions)
  await expect(canvas.queryByRole('alertdialog')).toBeNull()
  await open()
  await expectEffect(await canvas.findByRole('button', { name: leave }), 'close', actions)
  await expect(canvas.queryByRole('alertdialog')).toBeNull()
}
