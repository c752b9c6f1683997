import { LeydenError } from '@leyden/core'
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import type { AddressLookup } from '../../address/address-lookup.js'
import { foundAs, lookupFixtures } from '../../address/fixtures.js'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { languageFiles } from '../../languages/load-language.js'
import { cardInState } from '../../test-support/card-in-state.js'
import { inSoak } from '../../test-support/in-soak.js'
import { outsideCard } from '../../test-support/outside-card.js'
import { PayPicture, type PayPictureProps, payPictures } from '../../test-support/pay-picture.js'
import { fixtureUnmatched, payFixtures } from '../flow/fixtures.js'
import '../../styles.css'

const send = (method: string, params: object) =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send(method, params)

/** Simulates these settings of the system. */
const emulateMedia = (...features: { name: string; value: string }[]) =>
  send('Emulation.setEmulatedMedia', { features })

/** Simulates a screen that people touch, whose controls are larger. */
const emulateTouch = (enabled: boolean) => send('Emulation.setTouchEmulationEnabled', { enabled })

afterEach(() => emulateMedia())

const options = { presets: [500n, 2_100n, 10_000n], defaultDescription: 'Great stream!' }
const { idle, awaiting } = payFixtures
const { found, invalid } = lookupFixtures
const ready = { state: idle, lookup: found }
const pictures: [string, PayPictureProps][] = [
  ...payPictures.map(({ name, ...picture }): [string, PayPictureProps] => [name, { ...picture, options }]),
  [
    'awaiting on a phone, a wallet connected',
    {
      state: awaiting,
      view: { isTouch: true },
      wallets: { connection: { status: 'failed', name: 'LNbits of the kitchen table' } },
    },
  ],
  [
    'awaiting, a wallet can be connected',
    {
      state: awaiting,
      wallets: { connection: { status: 'failed', name: undefined } },
      options: { buyBitcoinUrl: '#buy' },
    },
  ],
  ['awaiting on a phone', { state: awaiting, view: { isTouch: true }, wallets: { hasBrowserWallet: true } }],
  [
    'awaiting with everything',
    { state: { ...awaiting, walletRefused: true }, view: { copyFailed: 'invoice' } },
  ],
  ['a fixed amount', { ...ready, locked: true }],
  [
    'a part of a changed order arrived',
    {
      state: { ...idle, unmatched: [fixtureUnmatched] },
      lookup: found,
      locked: true,
      options: { amountSats: 9_000n },
    },
  ],
  [
    'a changed order that is paid already',
    {
      state: {
        ...payFixtures.failed,
        error: new LeydenError('ALREADY_PAID', 'The order is paid.'),
        unmatched: [fixtureUnmatched],
      },
    },
  ],
  [
    'a misspelt domain',
    {
      state: idle,
      lookup: {
        ...invalid,
        address: 'bob.the.builder@waletofsatoshi.com',
      },
    },
  ],
  [
    'an address longer than its line',
    {
      state: idle,
      lookup: foundAs({ address: 'alice@wallet.example.of-somebody-else.example' }),
    },
  ],
  [
    'a link elsewhere',
    {
      state: {
        ...payFixtures.paid,
        success: { tag: 'url', description: 'Your order', url: 'https://orders.example/7', foreign: true },
      },
    },
  ],
  [
    'payer data',
    {
      state: idle,
      lookup: foundAs({
        payerData: [
          { kind: 'name', mandatory: true },
          { kind: 'identifier', mandatory: false },
        ],
      }),
    },
  ],
]

const files = await Promise.all(Object.values(languageFiles).map((load) => load()))
const languages = [[{ locale: 'en' }], ...files.map((file) => file.languages)]

// 280 is the narrowest supported width, and 320 is that of a desktop of 1280 at a zoom of 400 %. A text that fits into
// the narrowest card fits into a wider one, so there the languages are for `npm run soak`.
describe.each([
  [280, languages],
  [320, inSoak ? languages : languages.slice(0, 1)],
  [640, inSoak ? languages : languages.slice(0, 1)],
])('at a width of %i', (width, languages) => {
  it.each(pictures)('nothing overflows the card, in every language: %s', async (_, picture) => {
    for (const language of languages) {
      const { container, unmount } = render(
        <div style={{ width, ['--leyden-width' as string]: '640px' }}>
          <LeydenProvider language={language}>
            <PayPicture {...picture} />
          </LeydenProvider>
        </div>,
      )
      const card = await cardInState(container, picture)
      expect([language[0]?.locale, ...outsideCard(card)]).toEqual([language[0]?.locale])
      unmount()
    }
  })
})

describe('with forced colours', () => {
  it('no state differs by its background alone, and the code stays black on white', async () => {
    await emulateMedia({ name: 'forced-colors', value: 'active' })
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    const { unmount } = render(
      <LeydenProvider>
        <PayPicture {...ready} options={options} />
      </LeydenProvider>,
    )
    const styleOf = (name: string | RegExp) => getComputedStyle(screen.getByRole('button', { name }))
    for (const name of [/^Pay/, '500', '2,100']) {
      expect(`${name} ${styleOf(name).borderTopStyle}`).toBe(`${name} solid`)
      expect(Number.parseFloat(styleOf(name).borderTopWidth)).toBeGreaterThanOrEqual(1)
    }
    expect(styleOf('2,100').borderTopWidth).not.toBe(styleOf('500').borderTopWidth)
    // Otherwise the browser paints a box in the colour of the text behind it.
    expect(styleOf(/^Pay/).forcedColorAdjust).toBe('none')
    expect(styleOf(/^Pay/).color).not.toBe(styleOf(/^Pay/).backgroundColor)
    unmount()
    render(
      <LeydenProvider colorScheme="dark">
        <PayPicture state={awaiting} wallets={{ hasBrowserWallet: true }} />
      </LeydenProvider>,
    )
    const code = screen.getByRole('img', { name: /^QR code/ })
    expect([...code.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)).toEqual([
      'rgb(255, 255, 255)',
      'rgb(0, 0, 0)',
    ])
    const isFilled = (element: HTMLElement) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element)
      return backgroundColor === borderTopColor
    }
    expect(isFilled(screen.getByRole('button', { name: 'Pay with browser wallet' }))).toBe(true)
    expect(isFilled(screen.getByRole('button', { name: 'Copy invoice' }))).toBe(false)
    expect(isFilled(screen.getByRole('link', { name: 'Open wallet' }))).toBe(false)
  })
})

it.each(['idle', 'failed', 'awaiting', 'confirming', 'paid', 'expired', 'unconfirmed', 'mismatch'] as const)(
  'the test badge is at the end of the first line: %s',
  (status) => {
    render(
      <div style={{ width: 376 }}>
        <LeydenProvider>
          <PayPicture state={payFixtures[status]} lookup={{ ...found, mode: 'test' }} isTest />
        </LeydenProvider>
      </div>,
    )
    const card = screen.getByRole('region').getBoundingClientRect()
    const badge = screen.getByText('Test mode').getBoundingClientRect()
    // The padding of the card, and half of the line of a title.
    expect(Math.abs((badge.top + badge.bottom) / 2 - card.top - 35)).toBeLessThanOrEqual(3)
    expect(Math.abs(card.right - badge.right - 21)).toBeLessThanOrEqual(1)
  },
)

describe('on paper', () => {
  it('a dark card has the colours of a light one, because browsers print no backgrounds', async () => {
    const colourOfTitle = (colorScheme: 'dark' | 'light') => {
      const { container, unmount } = render(
        <LeydenProvider colorScheme={colorScheme}>
          <PayPicture state={payFixtures.paid} />
        </LeydenProvider>,
      )
      const { color } = getComputedStyle(container.querySelector('h2') as Element)
      unmount()
      return color
    }
    expect(colourOfTitle('dark')).not.toBe(colourOfTitle('light'))
    await send('Emulation.setEmulatedMedia', { media: 'print' })
    onTestFinished(() => send('Emulation.setEmulatedMedia', { media: '' }))
    expect(colourOfTitle('dark')).toBe(colourOfTitle('light'))
  })
})

describe('with reduced motion', () => {
  it.each([
    ['ready', { ...ready, options }],
    ['requesting', { state: payFixtures.requesting, options }],
    ['confirming', { state: payFixtures.confirming }],
    ['paid', { state: payFixtures.paid }],
  ] satisfies [string, PayPictureProps][])(
    'nothing moves but the progress indicator, and that slowly: %s',
    async (_, picture) => {
      await emulateMedia({ name: 'prefers-reduced-motion', value: 'reduce' })
      const { container } = render(
        <LeydenProvider>
          <PayPicture {...picture} />
        </LeydenProvider>,
      )
      for (const element of container.querySelectorAll('.leyden, .leyden *')) {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
        expect(`${element.className} ${transitionDuration}`).toBe(`${element.className} 0s`)
        if (animationName !== 'none') expect(Number.parseFloat(animationDuration)).toBeGreaterThanOrEqual(5)
      }
    },
  )
})

describe('the address that gets the money', () => {
  const addresses = [
    'mommawummy@getalby.com',
    'a@wallet.example',
    'the.one.with.the.very.long.name@wallet-of-the-far-away-islands.example',
  ]
  it.each([320, 375, 640])('can be read completely at %i px, whether it is locked or typed', (width) => {
    for (const address of addresses)
      for (const locked of [false, true]) {
        const { container, unmount } = render(
          <div style={{ width }}>
            <LeydenProvider>
              <PayPicture state={idle} lookup={foundAs({ address })} locked={locked} />
            </LeydenProvider>
          </div>,
        )
        const nameElement = [...container.querySelectorAll('.ly-who-name:not(input)')].find(
          ({ textContent }) => textContent === address,
        )
        const range = document.createRange()
        range.selectNodeContents(nameElement as Element)
        const { right, bottom } = range.getBoundingClientRect()
        const box = (container.querySelector('.ly-who') as Element).getBoundingClientRect()
        expect(right).toBeLessThanOrEqual(box.right)
        expect(bottom).toBeLessThanOrEqual(box.bottom)
        expect((nameElement as Element).scrollWidth).toBeLessThanOrEqual((nameElement as Element).clientWidth)
        unmount()
      }
  })
})

describe('when the address is accepted, no control below it moves', () => {
  const recipients = {
    'with a short description': {},
    'with a description of two lines': {
      description: 'Payment to the Lightning Address alice@wallet.example',
    },
    'with an address of two lines': { address: 'alice.of.the.islands@wallet.example' },
  }
  it.each(Object.entries(recipients))('%s', async (_, fields) => {
    onTestFinished(() => emulateTouch(false))
    const found = foundAs(fields)
    const looking = { ...lookupFixtures.looking, address: found.address }
    const moved: string[] = []
    for (const isTouch of [false, true]) {
      await emulateTouch(isTouch)
      expect(matchMedia('(pointer: coarse)').matches).toBe(isTouch)
      for (const width of [280, 320, 376])
        for (const language of languages) {
          const placesOf = async (lookup: AddressLookup, isFocused = false) => {
            const picture = { state: idle, lookup, options }
            const { container, unmount } = render(
              <div style={{ width }}>
                <LeydenProvider language={language}>
                  <PayPicture {...picture} />
                </LeydenProvider>
              </div>,
            )
            const card = await cardInState(container, picture)
            if (isFocused) card.querySelector('input')?.focus()
            const controls = [...card.querySelectorAll('[part="amount"] :is(input, button)')]
            const top = card.getBoundingClientRect().top
            const places = controls.map((control) => Math.round(control.getBoundingClientRect().top - top))
            unmount()
            return places.join()
          }
          const before = await placesOf(looking)
          expect(before.split(',').length).toBeGreaterThan(3)
          for (const isFocused of [false, true]) {
            const after = await placesOf(found, isFocused)
            const setting = `${isTouch ? 'touch' : 'mouse'} ${width} ${language[0]?.locale} ${isFocused}`
            if (before !== after) moved.push(`${setting}: ${before} → ${after}`)
          }
        }
    }
    expect(moved).toEqual([])
  })
})

it('is larger if the browser is set to larger text, and not smaller on a page with a small rem', () => {
  const sizeAt = (root: string) => {
    document.documentElement.style.fontSize = root
    const { unmount } = render(
      <LeydenProvider>
        <PayPicture {...ready} options={options} />
      </LeydenProvider>,
    )
    const { fontSize } = getComputedStyle(screen.getByRole('heading'))
    unmount()
    document.documentElement.style.fontSize = ''
    return fontSize
  }
  expect([sizeAt('16px'), sizeAt('24px'), sizeAt('10px')]).toEqual(['20px', '30px', '20px'])
})
