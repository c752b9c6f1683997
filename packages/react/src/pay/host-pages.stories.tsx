import type { Meta, StoryObj } from '@storybook/react-vite'
import bootstrap from 'bootstrap/dist/css/bootstrap-reboot.css?raw'
import { expect } from 'storybook/test'
import tailwind4 from 'tailwindcss/preflight.css?raw'
import tailwind3 from 'tailwindcss-3/src/css/preflight.css?raw'
import { lookupFixtures } from '../address/fixtures.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { PayInState, type PayPictureProps } from '../test-support/pay-picture.js'
import { payFixtures } from './flow/fixtures.js'
import { PayCard } from './pay-to-lightning-address.js'

/** The preflight of Tailwind 3 with the values of its default configuration. */
const preflight3 = tailwind3.replace(/theme\('[^']+', (.+?)\);/g, '$1;')

const { idle, awaiting, mismatch, paid, unconfirmed } = payFixtures
const { found, invalid } = lookupFixtures
const pictures: ({ name: string } & PayPictureProps)[] = [
  {
    name: 'ready',
    state: idle,
    lookup: found,
    options: { presets: [500n, 2_100n], defaultDescription: 'Great stream!' },
  },
  { name: 'invalid', state: idle, lookup: invalid },
  { name: 'awaiting', state: awaiting },
  { name: 'awaiting on a phone', state: awaiting, view: { isTouch: true, copyFailed: 'invoice' } },
  { name: 'paid', state: paid },
  { name: 'unconfirmed', state: unconfirmed },
  { name: 'mismatch', state: mismatch },
]

/** The card in several states, on a page with its own style sheet. */
function HostPage({ sheet }: { sheet: string }) {
  const t = useMessages(payEnglish)
  return (
    <div className="page-grid">
      <style data-host="">{sheet}</style>
      {pictures.map(({ name, ...picture }) => (
        <PayInState key={name} {...picture}>
          {(shown) => <PayCard aria-label={name} {...shown} t={t} />}
        </PayInState>
      ))}
    </div>
  )
}

const PROPERTIES = [
  'display',
  'visibility',
  'opacity',
  'color',
  'backgroundColor',
  'backgroundImage',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'lineHeight',
  'letterSpacing',
  'textAlign',
  'textTransform',
  'textDecorationLine',
  'textIndent',
  'whiteSpace',
  'borderTopWidth',
  'borderTopStyle',
  'borderTopColor',
  'borderInlineStartWidth',
  'borderInlineStartColor',
  'borderTopLeftRadius',
  'paddingTop',
  'paddingInlineStart',
  'marginTop',
  'marginBottom',
  'marginInlineStart',
  'boxShadow',
  'outlineStyle',
  'fill',
  'stroke',
  'resize',
] as const satisfies (keyof CSSStyleDeclaration)[]

/** The styles and positions of all elements in the cards. */
function pictureOf(canvas: HTMLElement): string[] {
  return [...canvas.querySelectorAll('.leyden')].flatMap((card) => {
    const origin = card.getBoundingClientRect()
    return [card, ...card.querySelectorAll('*:not(wbr)')].map((element) => {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const position = [box.x - origin.x, box.y - origin.y, box.width, box.height].map((side) =>
        side.toFixed(1),
      )
      const styles = PROPERTIES.map((property) => `${property} ${style[property]}`)
      return `${element.tagName} ${element.getAttribute('class')}: ${position.join(' ')}; ${styles.join('; ')}`
    })
  })
}

/** The properties in which two descriptions of an element differ. */
function difference(withoutSheet: string, withSheet: string): string {
  const before = withoutSheet.split('; ')
  return withSheet
    .split('; ')
    .flatMap((part, index) =>
      part === before[index] ? (index === 0 ? [part] : []) : [`${before[index]} → ${part}`],
    )
    .join('; ')
}

const meta = {
  title: 'Pay/On other pages',
  component: HostPage,
  tags: ['!autodocs', 'interaction', 'detail'],
  // Nothing to change: the panel begins with the steps.
  parameters: { controls: { disable: true } },
  // Checks that the cards look the same with and without the page's style sheet.
  play: async ({ canvasElement }) => {
    const sheet = canvasElement.querySelector<HTMLStyleElement>('style[data-host]')?.sheet
    if (!sheet) throw new Error('The page has no style sheet.')
    await expect(sheet.cssRules.length).toBeGreaterThan(0)
    const withSheet = pictureOf(canvasElement)
    sheet.disabled = true
    const withoutSheet = pictureOf(canvasElement)
    sheet.disabled = false
    const changed = withSheet.flatMap((line, index) =>
      line === withoutSheet[index] ? [] : [difference(withoutSheet[index] ?? '', line)],
    )
    await expect(changed).toEqual([])
  },
} satisfies Meta<typeof HostPage>
export default meta
type Story = StoryObj<typeof meta>

export const Tailwind3: Story = { args: { sheet: preflight3 } }
export const Tailwind4: Story = { args: { sheet: tailwind4 } }
export const Bootstrap5: Story = { args: { sheet: bootstrap } }
export const EverythingUnset: Story = {
  args: {
    sheet: `button, input, a, textarea, progress, fieldset { all: unset }
      * { box-sizing: content-box; margin: 3px; letter-spacing: 1px }
      h2, label, dl, dt, dd { font: italic 700 31px / 2 serif; text-transform: uppercase; color: rebeccapurple }
      svg, img { max-width: 40px; display: inline; vertical-align: middle }
      path { fill: red; stroke: lime } p, div, span { line-height: 3; text-align: right }`,
  },
}
