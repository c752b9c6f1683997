import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Language } from '../foundation/messages/language.js'
import { rampEnglish } from '../foundation/messages/ramp-english.js'
import { LeydenProvider, RampWidget } from '../index.js'
import { rampFixtures } from '../ramp/flow/fixtures.js'
import type { RampState } from '../ramp/flow/ramp-state.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { rampBlocked, rampFailures, rampVariants } from '../test-support/ramp-variants.js'
import { createFakeClient } from '../testing/fake-client.js'
import { rampArabic } from './ar/ramp.js'
import { rampGerman } from './de/ramp.js'
import '../styles.css'

/** The English messages in brackets, so that a test finds every string that is not one of them. */
const bracketed: Language = {
  locale: 'en',
  ramp: Object.fromEntries(Object.entries(rampEnglish).map(([key, message]) => [key, `⟦${message}⟧`])),
}

/** Texts that need no translation: people's data, hosts, numbers. */
const DATA =
  /^(alice@wallet\.example|[·✓–?]|pay\.provider\.example|(order|ses)_\w+|[\d.,]+ (BTC|USD)|1 BTC = [\d.,]+ USD|0:00|(,?\s*Jan 1, 2026)?,?\s*[\d:]+\s*[AP]M)?$/u

function untranslatedStrings(root: Element): string[] {
  const strings: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        strings.push(node.getAttribute(name) ?? '')
    else strings.push(node.textContent ?? '')
  }
  // A message inside another one, such as the name of a step in a sentence, has brackets inside brackets.
  const removeTranslated = (text: string): string => {
    const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '')
    return rest === text ? text : removeTranslated(rest)
  }
  return strings.map((text) => removeTranslated(text).trim()).filter((text) => !DATA.test(text))
}

describe('every string', () => {
  const states: Record<string, RampState> = {
    ...rampFixtures,
    ...rampVariants,
    ...rampBlocked,
    ...rampFailures,
  }
  it.each(Object.entries(states))('on the card comes from the catalogue: %s', (_, state) => {
    for (const overrides of [
      {},
      { isOnline: false },
      { view: { outage: 'shop' } },
      { view: { outage: 'offline' } },
    ] as const) {
      const { container } = render(
        <LeydenProvider language={bracketed}>
          <RampPicture state={state} {...overrides} />
        </LeydenProvider>,
      )
      expect(container.textContent).toContain('⟦')
      expect(untranslatedStrings(container)).toEqual([])
      cleanup()
    }
  })
})

describe('a language', () => {
  const client = createFakeClient({ ramp: { guests: true } })

  it('is used before and after the click that starts a purchase', async () => {
    render(
      <LeydenProvider client={client} language={rampGerman}>
        <RampWidget quoteCurrency="USD" />
      </LeydenProvider>,
    )
    expect(screen.getByRole('heading', { name: 'Bitcoin kaufen' })).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Weiter zum Anbieter' }))
    expect(await screen.findByLabelText('E-Mail-Adresse')).toBeVisible()
  })

  it('has its own direction, and addresses stay left to right', async () => {
    const { container } = render(
      <LeydenProvider client={client} language={[rampArabic]}>
        <RampWidget quoteCurrency="USD" destination="alice@wallet.example" guest />
      </LeydenProvider>,
    )
    expect(container.firstElementChild?.getAttribute('dir')).toBe('rtl')
    fireEvent.click(screen.getByRole('button', { name: 'المتابعة إلى المزوّد' }))
    const destination = await screen.findByLabelText(/إرسال البيتكوين إلى/)
    expect(getComputedStyle(destination).direction).toBe('ltr')
  })
})
