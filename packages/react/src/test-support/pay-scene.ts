import { formatSats } from '@leyden/core/money'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { directionOf, fill, type Message, numberLocale, type Values } from '../foundation/messages/message.js'
import { type PayMessageKey, payEnglish } from '../foundation/messages/pay-english.js'
import { arabic } from '../languages/ar/pay.js'
import { lookupOf, type PayAction, type PayPictureProps } from './pay-picture.js'

/** The parts of Storybook's context of `play` that are used here. */
export interface PlayContext {
  canvasElement: HTMLElement
  args: PayPictureProps
  globals: Record<string, unknown>
  parameters: Record<string, unknown>
}

/**
 * The assertions and actions of a scene, in the messages of the story's language, so that one scene works in all
 * languages.
 */
export interface Scene {
  /** The widget's element. */
  card: HTMLElement
  args: PayPictureProps
  textOf: (key: PayMessageKey, values?: Values) => string
  sats: (amount: bigint) => string
  /** A part of what is shown or read aloud, in which a space may be one that breaks no line. */
  patternOf: (key: PayMessageKey, values?: Values) => RegExp
  /** The amount with its unit. */
  inSats: (amount: bigint) => string
  /** Expects a text that people can read. */
  expectText: (key: PayMessageKey, values?: Values) => Promise<void>
  /** Expects the heading of the view. */
  expectHeading: (key: PayMessageKey, values?: Values) => Promise<void>
  /** Expects that an element does not exist. */
  expectAbsent: (...keys: PayMessageKey[]) => Promise<void>
  button: (name: PayMessageKey | RegExp, values?: Values) => HTMLElement
  input: (label: PayMessageKey) => HTMLInputElement
  /** Expects that pressing a button calls exactly this action. */
  expectPress: (name: PayMessageKey, action: PayAction, about?: string, values?: Values) => Promise<void>
  /** Replaces the text of a field. */
  replaceText: (input: HTMLElement, text: string) => Promise<void>
}

/** Makes a `play`: first the assertions for every state of the pay widget, then those for this state. */
export function scene(act: (scene: Scene) => Promise<void>) {
  return async (context: PlayContext): Promise<void> => {
    const card = context.canvasElement.querySelector<HTMLElement>('section.leyden')
    if (!card) throw new Error('There is no card.')
    await expectLookup(card, context)
    await expectInvariants(card, context)
    await act(sceneOf(card, context))
    // The story has to show its state, not the result of the play.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await expectInvariants(card, context)
  }
}

function sceneOf(card: HTMLElement, { args, globals }: PlayContext): Scene {
  const locale = String(globals.locale)
  const messages: Record<PayMessageKey, Message> = locale === 'ar' ? arabic.pay : payEnglish
  const textOf = (key: PayMessageKey, values: Values = {}) =>
    fill(messages[key], values, locale, directionOf(locale))
  const patternOf = (key: PayMessageKey, values?: Values) => {
    const literal = textOf(key, values).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // Descriptions are computed with a space where an address may break.
    return new RegExp(literal.replace(/\s/g, '\\s').replaceAll('@', '@\\s*'), 'i')
  }
  const sats = (amount: bigint) => formatSats(amount, numberLocale(locale))
  const canvas = within(card)
  const onAction = args.onAction
  // No control is present but invisible, so the slow check of visibility is not needed for each.
  const hidden = true
  const nameOf = (name: PayMessageKey | RegExp, values?: Values) => {
    if (name instanceof RegExp) return name
    // The label has an amount if one is known.
    return name === 'pay' ? new RegExp(`^${textOf('pay')}( |$)`) : textOf(name, values)
  }
  const button = (name: PayMessageKey | RegExp, values?: Values) =>
    canvas.getByRole('button', { name: nameOf(name, values), hidden })
  return {
    card,
    args,
    textOf,
    patternOf,
    sats,
    inSats: (amount) => textOf('amountSats', { amount: sats(amount), count: Number(amount) }),
    async expectText(key, values) {
      const texts = canvas.getAllByText(patternOf(key, values), { ignore: '.ly-hidden, style' })
      await expect(texts[0]).toBeVisible()
    },
    async expectHeading(key, values) {
      await expect(canvas.getByRole('heading')).toHaveAccessibleName(textOf(key, values))
    },
    async expectAbsent(...absent) {
      for (const key of absent) await expect(canvas.queryByText(textOf(key), { exact: false })).toBeNull()
    },
    button,
    input: (label) => canvas.getByRole('textbox', { name: (name) => name.startsWith(textOf(label)), hidden }),
    async expectPress(name, action, about, values) {
      const before = callsOf(onAction).length
      await userEvent.click(button(name, values))
      const calls = callsOf(onAction).slice(before)
      await expect(calls).toEqual([about === undefined ? [action] : [action, about]])
    },
    async replaceText(input, text) {
      await userEvent.clear(input)
      await userEvent.type(input, text)
    },
  }
}

/** The calls so far. */
export function callsOf(spy: unknown): unknown[][] {
  return (spy as { mock?: { calls: unknown[][] } } | undefined)?.mock?.calls ?? []
}

/** Waits until the address in the form is looked up, or cannot be. */
async function expectLookup(card: HTMLElement, { args: { state, lookup = lookupOf(state) } }: PlayContext) {
  if (state.status === 'idle') await waitFor(() => expect(card.dataset.address).toBe(lookup.status))
}

/** Rules that hold in every state, language, scheme and width. */
async function expectInvariants(
  card: HTMLElement,
  { args, globals, parameters }: PlayContext,
): Promise<void> {
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
  // An invoice is present if it can be paid, and in no other state.
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

/**
 * Checks the QR code: black on white in every scheme, with its quiet zone, at least three pixels per module, and with
 * an accessible name.
 */
export async function expectQrCode(card: HTMLElement, name: string): Promise<void> {
  const code = within(card).getByRole('img', { name })
  await expect(code).toBeVisible()
  const [background, modules] = [...code.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)
  await expect([background, modules]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2])
  await expect(code.getBoundingClientRect().width / side).toBeGreaterThanOrEqual(3)
}

/** Checks a button by keyboard: Tab moves to it, and Enter presses it. */
export async function pressByKeyboard(target: HTMLElement): Promise<void> {
  for (let steps = 0; steps < 30 && document.activeElement !== target; steps++) await userEvent.tab()
  await expect(target).toHaveFocus()
  await userEvent.keyboard('{Enter}')
}
