import axe from 'axe-core'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LightningAddressField, type LightningAddressFieldProps } from '../address/lightning-address-field.js'
import * as fieldStories from '../address/lightning-address-field.stories.js'
import { arabic } from '../languages/ar/pay.js'
import { rampArabic } from '../languages/ar/ramp.js'
import { german } from '../languages/de/pay.js'
import { rampGerman } from '../languages/de/ramp.js'
import * as payStories from '../pay/parts/pay-states.stories.js'
import * as rampRefusals from '../ramp/parts/ramp-refusals.stories.js'
import * as rampStates from '../ramp/parts/ramp-states.stories.js'
import { PayPicture, type PayPictureProps } from './pay-picture.js'
import { type SheetCell, type SheetSettings, showSheet } from './picture-sheet.js'
import { RampPicture, type RampPictureProps } from './ramp-picture.js'
import { pixelsOf, unseenControls } from './readable-in-picture.js'

/** Every story of the states, without those that show the same state in another width. */
function cellsOf<P>(stories: Record<string, unknown>, cardOf: (args: P) => SheetCell['card']): SheetCell[] {
  const { default: meta, ...rest } = stories as Record<string, { args?: P; parameters?: { width?: string } }>
  return Object.entries(rest)
    .filter(([name, { parameters }]) => !name.startsWith('__') && !parameters?.width)
    .map(([name, { args }]) => ({ name, card: cardOf({ ...meta?.args, ...args } as P) }))
}

const pay = cellsOf<PayPictureProps>(payStories, (args) => <PayPicture {...args} />)
const ramp = [rampStates, rampRefusals]
  .flatMap((stories) => cellsOf<RampPictureProps>(stories, (args) => <RampPicture {...args} />))
  .filter(({ name }) => name !== 'OpenInADialog')
const field = cellsOf<LightningAddressFieldProps>(fieldStories, (args) => <LightningAddressField {...args} />)

const light = { scheme: 'light', widthPx: 376 } as const
const dark = { scheme: 'dark', widthPx: 376 } as const
const modes: [name: string, settings: SheetSettings, rampLanguage?: SheetSettings['language']][] = [
  ['light', light],
  ['dark, German, 320 px', { ...dark, language: german, widthPx: 320 }, rampGerman],
  ['Arabic', { ...light, language: arabic }, rampArabic],
  ['forced colours', { ...light, isForced: true }],
  ['forced dark colours', { ...dark, isForced: true }],
  ['large text', { ...light, textPercent: 200 }],
]

/** Rules about a page. Each card is examined as if it were alone on one. */
const OF_PAGES = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** A sheet with all states would be higher than a browser paints. */
const CARDS_OF_SHEET = 36
const sheetsOf = (cells: SheetCell[]) =>
  Array.from({ length: Math.ceil(cells.length / CARDS_OF_SHEET) }, (_, index) =>
    cells.slice(index * CARDS_OF_SHEET, (index + 1) * CARDS_OF_SHEET),
  )

let renders = 0

it.each(
  modes.flatMap(([name, settings, rampLanguage]) => [
    ...sheetsOf(pay).map((cells) => ({ name: `pay: ${name}`, settings, cells })),
    { name: `address field: ${name}`, settings, cells: field },
    ...sheetsOf(ramp).map((cells) => ({
      name: `ramp: ${name}`,
      settings: { ...settings, ...(rampLanguage && { language: rampLanguage }) },
      cells,
    })),
  ]),
)('axe finds nothing in any state, and each control can be read, $name', async ({ settings, cells }) => {
  const sheet = await showSheet(settings, cells)
  // A field looks its address up. In the pictures of the widgets each state is fixed.
  await vi.waitFor(() => expect(sheet.querySelector('.leyden-bare[data-state="looking"]')).toBeNull())
  const found: string[] = []
  for (const cell of sheet.querySelectorAll<HTMLElement>('[data-cell]')) {
    const card = cell.querySelector('.leyden')
    if (!card) throw new Error(`${cell.dataset.cell} shows no card.`)
    const { violations } = await axe.run(card, {
      resultTypes: ['violations'],
      // The ramp's page is not ours.
      iframes: false,
      rules: Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }])),
    })
    for (const { id, nodes } of violations)
      found.push(`${cell.dataset.cell}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
    renders += 1
  }
  if (settings.isForced) {
    const picture = await page.screenshot({ element: sheet, save: false })
    found.push(...unseenControls(sheet, await pixelsOf(picture)).unseen)
  }
  expect(found).toEqual([])
  console.info(`axe has examined ${renders} renders.`)
})
