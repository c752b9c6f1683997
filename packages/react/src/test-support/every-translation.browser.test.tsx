import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import * as payStates from '../pay/parts/pay-states.stories.js'
import * as rampStates from '../ramp/parts/ramp-states.stories.js'
import { PayPicture, type PayPictureProps } from './pay-picture.js'
import { RampPicture, type RampPictureProps } from './ramp-picture.js'
import { showOriginal, translate, writtenText } from './translate.js'

/** The card of each story. */
function cardsOf<Args>(stories: Record<string, unknown>, cardOf: (args: Args) => ReactNode) {
  const { default: meta, ...rest } = stories as Record<
    string,
    { args?: Args; parameters?: { width?: string } }
  >
  return Object.entries(rest)
    .filter(([name, { parameters }]) => !name.startsWith('__') && !parameters?.width)
    .map(([name, { args }]) => ({ name, card: cardOf({ ...meta?.args, ...args } as Args) }))
}

const widgets = {
  'the payment': cardsOf<PayPictureProps>(payStates, (args) => <PayPicture {...args} />),
  'the purchase': cardsOf<RampPictureProps>(rampStates, (args) => <RampPicture {...args} />),
}

const inPage = (card: ReactNode) => <LeydenProvider bffUrl="/leyden">{card}</LeydenProvider>

/** What a translator does, and what else happens to a translated page. */
const changes = [
  translate,
  (root: Element) => {
    translate(root)
    translate(root)
  },
  (root: Element) => {
    translate(root)
    showOriginal(root)
  },
]

/** What can be read in a card; its announcements depend on where the focus is. */
function readable(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('.ly-hidden')) hidden.remove()
  return writtenText(copy)
}

describe.each(Object.entries(widgets))('%s in a page that is translated', (_name, cards) => {
  it('shows each state as in any other page, once, twice, or back in its language', () => {
    const plain = render(null)
    const translated = render(null)
    for (const [at, { name, card }] of cards.entries()) {
      plain.rerender(inPage(card))
      translated.rerender(inPage(card))
      expect(`${name}: ${readable(translated.container)}`).toBe(`${name}: ${readable(plain.container)}`)
      changes[at % changes.length]?.(translated.container)
    }
  })

  it('gives the translator no address, amount, time or invoice', () => {
    const { rerender, container } = render(null)
    const found: string[] = []
    for (const { name, card } of cards) {
      rerender(inPage(<div key={name}>{card}</div>))
      translate(container, true)
      const data = container.querySelectorAll('.ly-ltr, .ly-amount, .ly-unit, .ly-fact, .ly-clock')
      const texts = [...data].map(({ textContent }) => textContent ?? '').filter((text) => text.includes('⟦'))
      const addresses = (container.textContent ?? '').match(/⟦[^⟧\s]+@[^⟧\s]+⟧/g) ?? []
      found.push(...[...texts, ...addresses].map((text) => `${name}: ${text}`))
    }
    expect(found).toEqual([])
  })
})
