import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InvoiceQrCode } from './pay/parts/invoice-qr-code.js'
import { PayToLightningAddress } from './pay/pay-to-lightning-address.js'
import * as Pay from './pay-parts.js'
import withoutTailwind from './styles.css?inline'
import layered from './test-support/tailwind/layered.css?inline'
import ownLayer from './test-support/tailwind/own-layer.css?inline'
import unlayered from './test-support/tailwind/unlayered.css?inline'
import { createFakeClient, fixtureCharge } from './testing.js'

const CLASSES = 'rounded-none bg-red-200 max-w-full p-0 text-xl border-4'

/** Style sheets that other files have put into the page. */
const otherSheets = [...document.styleSheets]
beforeEach(() => {
  for (const sheet of otherSheets) sheet.disabled = true
})
afterEach(() => {
  document.adoptedStyleSheets = []
  for (const sheet of otherSheets) sheet.disabled = false
})

/** The widget and a part outside of it, on a page with this style sheet, built by Tailwind. */
function renderOn(css: string, className?: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  render(
    <>
      <PayToLightningAddress client={createFakeClient()} className={className} />
      <InvoiceQrCode
        invoice={fixtureCharge.invoice}
        amountSats={2_100}
        recipient="alice@wallet.example"
        className={className}
      />
    </>,
  )
  const [widget, part] = [...document.querySelectorAll('.leyden')] as [Element, Element]
  return { widget, part }
}

/** The properties that the classes set. */
function stylesOf(element: Element) {
  const { borderTopLeftRadius, backgroundColor, maxWidth, paddingTop, fontSize, borderTopWidth } =
    getComputedStyle(element)
  return { borderTopLeftRadius, backgroundColor, maxWidth, paddingTop, fontSize, borderTopWidth }
}

const stylesOfClasses = {
  borderTopLeftRadius: '0px',
  // This is Tailwind's red-200.
  backgroundColor: 'oklch(0.885 0.062 18.334)',
  maxWidth: '100%',
  paddingTop: '0px',
  fontSize: '20px',
  borderTopWidth: '4px',
}

// `stylesheet.test.ts` compares both with the guide.
describe.each([
  ['layer.css', layered],
  ['styles.css in a layer that the page names', ownLayer],
])('%s on a page with Tailwind', (_, css) => {
  it('lets utility classes decide', () => {
    const { widget, part } = renderOn(css, CLASSES)
    expect(stylesOf(widget)).toEqual(stylesOfClasses)
    expect(stylesOf(part)).toEqual(stylesOfClasses)
  })

  it.each(['title', 'address', 'amount', 'submit'])(
    'lets them decide on the %s, a part of a card',
    (name) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
      render(
        <Pay.Root client={createFakeClient()}>
          <Pay.Form>
            <Pay.Title className={CLASSES} />
            <Pay.Address className={CLASSES} />
            <Pay.Amount className={CLASSES} />
            <Pay.Submit className={CLASSES} />
          </Pay.Form>
        </Pay.Root>,
      )
      const part = document.querySelector(`.leyden-${name}`)
      expect(part && stylesOf(part)).toEqual(stylesOfClasses)
    },
  )

  it('looks the same without classes as on a page without Tailwind', () => {
    const allStyles = () =>
      [...document.querySelectorAll('.leyden, .leyden *')].map((element) => ({
        class: element.getAttribute('class'),
        ...stylesOf(element),
      }))
    renderOn(withoutTailwind)
    const expected = allStyles()
    cleanup()
    renderOn(css)
    expect(expected.length).toBeGreaterThan(20)
    expect(allStyles()).toEqual(expected)
  })
})

it('styles.css outside of layers lets no utility class decide', () => {
  const { widget } = renderOn(unlayered, CLASSES)
  expect(stylesOf(widget)).toMatchObject({
    borderTopLeftRadius: '20px',
    paddingTop: '20px',
    fontSize: '15px',
  })
})
