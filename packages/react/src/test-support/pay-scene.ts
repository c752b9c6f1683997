import { formatSats } from '@leyden/core/money'
import { expect, userEvent, within } from 'storybook/test'
import { arabic } from '../languages/ar/pay.js'
import { directionOf, fill, type Message, type Values } from '../messages/message.js'
import { numberLocale } from '../messages/number-locale.js'
import { type PayMessageKey, payEnglish } from '../messages/pay-english.js'
import type { MomentProps, PayAction } from './moment.js'

/** What Storybook hands to a `play`, as far as it is used here. */
export interface PlayContext {
  canvasElement: HTMLElement
  args: MomentProps
  globals: Record<string, unknown>
  parameters: Record<string, unknown>
}

/** What a scene can see and do: in the words of the story's language, so that one scene serves them all. */
export interface Scene {
  /** The widget alone. */
  card: HTMLElement
  args: MomentProps
  say: (key: PayMessageKey, values?: Values) => string
  sats: (amount: bigint) => string
  /** With the unit. */
  inSats: (amount: bigint) => string
  /** Somebody can read it. */
  shows: (key: PayMessageKey, values?: Values) => Promise<void>
  /** The view is headed so. */
  headed: (key: PayMessageKey, values?: Values) => Promise<void>
  /** It is not there, for nobody. */
  lacks: (...keys: PayMessageKey[]) => Promise<void>
  button: (name: PayMessageKey | RegExp, values?: Values) => HTMLElement
  input: (label: PayMessageKey) => HTMLInputElement
  /** Pressing a button does just this. */
  presses: (name: PayMessageKey, action: PayAction, about?: string, values?: Values) => Promise<void>
  /** All text is replaced. */
  types: (input: HTMLElement, text: string) => Promise<void>
}

/** A `play`: what is true of every moment of the pay widget, then what is true of this one. */
export function scene(act: (scene: Scene) => Promise<void>) {
  return async (context: PlayContext): Promise<void> => {
    const card = context.canvasElement.querySelector<HTMLElement>('section.leyden')
    if (!card) throw new Error('There is no card.')
    await holdsAlways(card, context)
    await act(sceneOf(card, context))
    // The story shows its state, and not what the play has done.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await holdsAlways(card, context)
  }
}

function sceneOf(card: HTMLElement, { args, globals }: PlayContext): Scene {
  const locale = String(globals.locale)
  const messages: Record<PayMessageKey, Message> = locale === 'ar' ? arabic.pay : payEnglish
  const say = (key: PayMessageKey, values: Values = {}) =>
    fill(messages[key], values, locale, directionOf(locale))
  const sats = (amount: bigint) => formatSats(amount, numberLocale(locale))
  const here = within(card)
  const told = args.onAction
  // Nothing that can be pressed or typed into is there unseen, and whether something is seen takes long to find out.
  const hidden = true
  const nameOf = (name: PayMessageKey | RegExp, values?: Values) => {
    if (name instanceof RegExp) return name
    // With an amount where one is known.
    return name === 'pay' ? new RegExp(`^${say('pay')}( |$)`) : say(name, values)
  }
  const button = (name: PayMessageKey | RegExp, values?: Values) =>
    here.getByRole('button', { name: nameOf(name, values), hidden })
  return {
    card,
    args,
    say,
    sats,
    inSats: (amount) => say('amountSats', { amount: sats(amount), count: Number(amount) }),
    async shows(key, values) {
      const texts = here.getAllByText(say(key, values), { exact: false, ignore: '.ly-hidden, style' })
      await expect(texts[0]).toBeVisible()
    },
    async headed(key, values) {
      await expect(here.getByRole('heading')).toHaveAccessibleName(say(key, values))
    },
    async lacks(...absent) {
      for (const key of absent) await expect(here.queryByText(say(key), { exact: false })).toBeNull()
    },
    button,
    input: (label) => here.getByRole('textbox', { name: (name) => name.startsWith(say(label)), hidden }),
    async presses(name, action, about, values) {
      const before = callsOf(told).length
      await userEvent.click(button(name, values))
      const calls = callsOf(told).slice(before)
      await expect(calls).toEqual([about === undefined ? [action] : [action, about]])
    },
    async types(input, text) {
      await userEvent.clear(input)
      await userEvent.type(input, text)
    },
  }
}

/** The calls so far. */
export function callsOf(spy: unknown): unknown[][] {
  return (spy as { mock?: { calls: unknown[][] } } | undefined)?.mock?.calls ?? []
}

/** Nothing of a moment may break these, in any language, scheme or width. */
async function holdsAlways(card: HTMLElement, { args, globals, parameters }: PlayContext): Promise<void> {
  const { state } = args
  const direction = directionOf(String(globals.locale))
  await expect(card.dataset.state).toBe(state.status)
  await expect(getComputedStyle(card).direction).toBe(direction)
  await expect(card.querySelectorAll('h1, h2, h3, h4')).toHaveLength(1)
  await expect(brightness(getComputedStyle(card).backgroundColor) > 0.5).toBe(globals.scheme !== 'dark')

  // Addresses, invoices and amounts read from left to right everywhere, in digits that wallets have too.
  for (const element of card.querySelectorAll('.ly-ltr'))
    await expect(getComputedStyle(element).direction).toBe('ltr')
  await expect(card.textContent).not.toMatch(/[٠-٩۰-۹]/u)
  // An invoice is there where it can be paid, and nowhere else.
  if (state.status !== 'awaiting') await expect(card.outerHTML.toLowerCase()).not.toContain('lnbc')

  if (parameters.width) await expect(card.clientWidth).toBeLessThanOrEqual(Number(parameters.width))
  await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  for (const target of card.querySelectorAll<HTMLElement>('button, a, summary, input')) {
    if (!target.checkVisibility()) continue
    const { width, height } = target.getBoundingClientRect()
    await expect(`${target.className} ${Math.min(width, height) >= 24}`).toBe(`${target.className} true`)
  }
}

/** From 0 for black to 1 for white. */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? []
  return (red + green + blue) / 765
}

/** The QR code: black on white in every scheme, with its zone, at three pixels a module or more, and named. */
export async function holdsQrCode(card: HTMLElement, name: string): Promise<void> {
  const code = within(card).getByRole('img', { name })
  await expect(code).toBeVisible()
  const [ground, modules] = [...code.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)
  await expect([ground, modules]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2])
  await expect(code.getBoundingClientRect().width / side).toBeGreaterThanOrEqual(3)
}

/** By keyboard alone: Tab leads to it, and Enter presses it. */
export async function entersByKeyboard(target: HTMLElement): Promise<void> {
  for (let steps = 0; steps < 30 && document.activeElement !== target; steps++) await userEvent.tab()
  await expect(target).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}
