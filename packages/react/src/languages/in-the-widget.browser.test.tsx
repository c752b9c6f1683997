import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { foundAs, lookupFixtures } from '../address/fixtures.js'
import type { Language } from '../foundation/messages/language.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { LeydenProvider, PayToLightningAddress } from '../index.js'
import { payFixtures } from '../pay/flow/fixtures.js'
import { cardInState } from '../test-support/card-in-state.js'
import { PayPicture, type PayPictureProps, payPictures } from '../test-support/pay-picture.js'
import { createFakeClient } from '../testing/fake-client.js'
import { arabic } from './ar/pay.js'
import { german } from './de/pay.js'
import '../styles.css'

/** The English messages in brackets, so that a test finds every string that is not one of them. */
const bracketed: Language = {
  locale: 'en',
  pay: Object.fromEntries(
    Object.entries(payEnglish).map(([key, message]) => [
      key,
      `⟦${typeof message === 'string' ? message : message.other}⟧`,
    ]),
  ),
}

/**
 * Texts that need no translation: people's data, numbers, units of currency, names of wallets and their first letters.
 */
const DATA =
  /^(alice@wallet\.example|bob@mail\.example|Tips for Alice|Great stream!|USD|[\d,:. /$]+|Jan 1, 2026, \d+:02\s[AP]M(?:\s[\w+:-]+)?|[\da-f]{64}|\?|⇄|P|Phoenix|Z|Zeus|Long text|lnbcrt\w+)?$/

function untranslatedStrings(root: Element): string[] {
  const strings: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLElement && node.localName === 'wbr') continue
    if (node instanceof Element) {
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-roledescription',
      ])
        strings.push(node.getAttribute(name) ?? '')
      continue
    }
    const { previousSibling } = node
    // An address may break before its domain.
    const isRest = previousSibling instanceof HTMLElement && previousSibling.localName === 'wbr'
    const before = isRest ? (strings.pop() ?? '') : ''
    strings.push(before + node.textContent)
  }
  // A message inside another one, such as a fiat amount in a sentence, has brackets inside brackets.
  const removeTranslated = (text: string): string => {
    const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '')
    return rest === text ? text : removeTranslated(rest)
  }
  return strings.map((text) => removeTranslated(text).trim()).filter((text) => !DATA.test(text))
}

describe('every string', () => {
  const { awaiting, confirming, idle, paid, unconfirmed } = payFixtures
  const options = { presets: [500n], defaultDescription: 'Great stream!' }
  const pictures: PayPictureProps[] = [
    ...payPictures.map(({ state, lookup }) => ({ state, lookup, options })),
    {
      state: { ...awaiting, walletRefused: true },
      view: { isTouch: true },
      wallets: { hasBrowserWallet: true },
      isTest: true,
    },
    { state: awaiting, view: { copyFailed: 'invoice', copied: 'invoice' } },
    {
      state: awaiting,
      wallets: { connection: { status: 'failed', name: undefined } },
      options: { buyBitcoinUrl: '#buy' },
    },
    { state: awaiting, wallets: { connection: { status: 'ready', name: 'Alby Hub' } } },
    { state: idle, lookup: lookupFixtures.found, options: { defaultAmountSats: 9_000_000n } },
    {
      state: idle,
      lookup: foundAs({
        payerData: [
          { kind: 'name', mandatory: true },
          { kind: 'email', mandatory: false },
          { kind: 'identifier', mandatory: false },
        ],
      }),
    },
    {
      state: idle,
      lookup: {
        ...lookupFixtures.invalid,
        problem: { reason: 'payer_data_required', domain: 'mail.example', fields: ['name', 'email'] },
      },
    },
    { state: { ...paid, late: true, evidence: 'verify' } },
    { state: { ...paid, evidence: 'app' } },
    { state: { ...confirming, because: 'expiry' } },
    { state: unconfirmed },
  ]

  it.each(pictures.map((picture, index) => [`${index} ${picture.state.status}`, picture] as const))(
    'on the card comes from the catalogue: %s',
    async (_, picture) => {
      const { container } = render(
        <LeydenProvider language={bracketed}>
          <PayPicture {...picture} />
        </LeydenProvider>,
      )
      const card = await cardInState(container, picture)
      expect(card.textContent).toContain('⟦')
      expect(untranslatedStrings(card)).toEqual([])
    },
  )

  it('that is missing from the catalogue is found by this check', () => {
    const { container } = render(
      <div>
        ⟦fine⟧ <button type="button" aria-label="Close" />
      </div>,
    )
    expect(untranslatedStrings(container)).toEqual(['Close'])
  })
})

describe('a language', () => {
  const client = createFakeClient()
  const tip = { client, address: 'alice@wallet.example', amountSats: 2_100 } as const

  it('is shown from the start if the page passes it', async () => {
    render(
      <LeydenProvider language={german}>
        <PayToLightningAddress {...tip} />
      </LeydenProvider>,
    )
    expect(screen.getByRole('heading', { name: 'Mit Lightning bezahlen' })).toBeVisible()
    expect(screen.getByText('2.100')).toBeVisible()
    expect(screen.getByRole('region')).toHaveAttribute('lang', 'de')
  })

  it('is loaded on demand, and the widget shows English until it has loaded', async () => {
    const load = vi.fn(async () => german)
    const page = (attempt: number) => (
      <LeydenProvider locale="de" language={() => load()}>
        <PayToLightningAddress {...tip} data-attempt={attempt} />
      </LeydenProvider>
    )
    const { rerender } = render(page(1))
    expect(screen.getByRole('heading', { name: 'Pay with Lightning' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Mit Lightning bezahlen' })).toBeVisible()
    rerender(page(2))
    rerender(page(3))
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is overridden by messages of the page, and those by messages of the widget', async () => {
    render(
      <LeydenProvider language={german} messages={{ payTitle: 'Trinkgeld', payAmount: 'Los' }}>
        <PayToLightningAddress {...tip} messages={{ payTitle: 'Trinkgeld für Alice' }} />
      </LeydenProvider>,
    )
    expect(screen.getByRole('heading', { name: 'Trinkgeld für Alice' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Los' })).toBeVisible()
  })

  it('from right to left leaves addresses and numbers from left to right', async () => {
    render(
      <LeydenProvider language={arabic}>
        <PayToLightningAddress {...tip} />
      </LeydenProvider>,
    )
    expect(screen.getByRole('region')).toHaveAttribute('dir', 'rtl')
    await screen.findByText('Tips for Alice')
    await userEvent.click(screen.getByRole('button', { name: /^دفع/ }))
    const address = await screen.findByText(/alice@wallet\.example/)
    // Isolating characters keep the dot and the @ between the letters in order.
    expect(address).toHaveTextContent('إلى \u2068alice@wallet.example\u2069')
    expect(screen.getByRole('timer')).toHaveTextContent(/^\d+:\d\d(:\d\d)?$/)
    expect(getComputedStyle(screen.getByRole('timer')).direction).toBe('ltr')
  })
})
