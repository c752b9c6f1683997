import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { Problem } from '../foundation/card/boundary.js'
import { Card } from '../foundation/card/card.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import { payFormEnglish } from '../foundation/messages/pay-form-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { arabic } from '../languages/ar/pay.js'
import { rampArabic } from '../languages/ar/ramp.js'
import { german } from '../languages/de/pay.js'
import { rampGerman } from '../languages/de/ramp.js'
import { payFixtures } from '../pay/flow/fixtures.js'
import * as payStories from '../pay/parts/pay-states.stories.js'
import { rampFixtures } from '../ramp/flow/fixtures.js'
import type { RampState } from '../ramp/flow/ramp-state.js'
import { PayPicture, type PayPictureProps, payPictures } from './pay-picture.js'
import { followWalletLink, type SheetCell, type SheetSettings, showSheet } from './picture-sheet.js'
import { RampPicture } from './ramp-picture.js'
import { rampVariants } from './ramp-variants.js'
import { isSamePicture, pixelsOf, unseenControls } from './readable-in-picture.js'

/** Paths from the root of the package. */
const PICTURES = 'src/test-support/__screenshots__/pictures.browser.test.tsx'
const MACHINE = 'src/test-support/__screenshots__/machine.txt'

const options = { presets: [500n, 2_100n], defaultDescription: 'Great stream!' }
const payCell = (name: string, picture: PayPictureProps, act?: SheetCell['act']): SheetCell => ({
  name,
  card: <PayPicture {...picture} options={{ ...options, ...picture.options }} />,
  ...(act && { act }),
})
const story = (name: string, { args }: { args?: Partial<PayPictureProps> }): SheetCell =>
  payCell(name, args as PayPictureProps)

const { awaiting } = payFixtures
const lost = { ...awaiting, phase: 'unwatched' as const }
const onAPhone: PayPictureProps = { state: awaiting, view: { isTouch: true } }
/** Each status of the flow and of the look-up, the invoice on a phone, and what looks different from these. */
const payCells: SheetCell[] = [
  ...payPictures.map(({ name, ...picture }) => payCell(name, picture)),
  payCell('awaiting on a phone', onAPhone),
  payCell('nothing opened', onAPhone, (cell) => followWalletLink(cell, 2_000)),
  payCell('a wallet is opening', onAPhone, (cell) => followWalletLink(cell, 0)),
  payCell('awaiting, the last minutes', {
    state: awaiting,
    view: { secondsLeft: 125 },
    wallets: { hasBrowserWallet: true },
  }),
  story('WalletConnectedOnAPhone', payStories.WalletConnectedOnAPhone),
  story('AwaitingOffline', payStories.AwaitingOffline),
  payCell('a fixed order', {
    ...payStories.FixedAmountAndAddress.args,
    state: payFixtures.idle,
    options: { defaultDescription: undefined },
  }),
  story('AmountTooLarge', payStories.AmountTooLarge),
  story('RequestingSlow', payStories.RequestingSlow),
  story('PaidAndSharable', payStories.PaidAndSharable),
  story('PaidWithAPicture', payStories.PaidWithAPicture),
  story('PaidInTestMode', payStories.PaidInTestMode),
  story('PaidTwice', payStories.PaidTwice),
  payCell('awaiting, the server has lost it', { state: lost }),
  payCell('the server has lost an invoice', { state: { status: 'idle', earlier: [lost] } }),
  story('OrderHasChanged', payStories.OrderHasChanged),
  story('OrderHasRunOut', payStories.OrderHasRunOut),
  { name: 'broken', card: <BrokenPicture /> },
  story('TestMode', payStories.TestMode),
]
const rampCell = ([name, state]: readonly [string, RampState]): SheetCell => ({
  name,
  card: <RampPicture state={state} />,
})
const openElsewhere = 'failed, another purchase is open'
const rampStates = [
  ...Object.entries<RampState>(rampFixtures),
  [openElsewhere, rampVariants[openElsewhere]] as const,
].map(rampCell)
const rampMore = Object.entries<RampState>(rampVariants)
  .filter(([name]) => /^(open, (with a link|the provider)|completed, after|failed, the purchase)/.test(name))
  .map(rampCell)

/** The card of a widget that has failed. */
function BrokenPicture() {
  const t = useMessages<PayMessageKey>(payFormEnglish)
  return (
    <Card name={t('payTitle')} direction={t.direction} tone="bad">
      <div className="ly-body">
        <Problem t={t} onRetry={() => {}} />
      </div>
    </Card>
  )
}

/** What appears by itself in the place of an invoice with its code, which is the tallest view. */
const afterInvoice: SheetCell[] = (['confirming', 'paid', 'expired', 'unconfirmed'] as const).map(
  (status) => ({
    ...payCell(status, { state: payFixtures[status] }),
    before: <PayPicture state={payFixtures.awaiting} options={options} />,
  }),
)

const light = { scheme: 'light', widthPx: 376 } as const
const dark = { scheme: 'dark', widthPx: 376 } as const
const sheets: Record<string, SheetSettings & { cells: SheetCell[] }> = {
  pay: { ...light, cells: payCells },
  'pay-dark': { ...dark, cells: payCells },
  'pay-forced': { ...light, isForced: true, cells: payCells },
  'pay-forced-dark': { ...dark, isForced: true, cells: payCells },
  'pay-arabic': { ...light, language: arabic, cells: payCells },
  'pay-german-320': { ...light, language: german, widthPx: 320, cells: payCells },
  'pay-large-text': { ...light, textPercent: 200, cells: payCells },
  'pay-after-the-invoice': { ...light, cells: afterInvoice },
  ramp: { ...light, cells: [...rampStates, ...rampMore] },
  'ramp-dark': { ...dark, cells: rampStates },
  'ramp-forced': { ...light, isForced: true, cells: [...rampStates, ...rampMore] },
  'ramp-forced-dark': { ...dark, isForced: true, cells: rampStates },
  'ramp-arabic': { ...light, language: rampArabic, cells: rampStates },
  'ramp-german-320': { ...light, language: rampGerman, widthPx: 320, cells: rampStates },
  'ramp-large-text': { ...light, textPercent: 200, cells: rampStates },
}

/** What a picture depends on besides the code: fonts, browser and time zone. */
function thisMachine(): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  const widths = ['400 14px', '700 24px'].map((font) => {
    if (context) context.font = `${font} system-ui, sans-serif`
    return context?.measureText('Amount 2,100 ≈ $2.04 ادفع ⚡').width
  })
  const browser = /Chrome\/\d+/.exec(navigator.userAgent)?.[0]
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${JSON.stringify({ browser, zone, widths })}\n`
}

/** The texts of a sheet whose contrast is too low for WCAG 2 AA. */
async function poorContrasts(sheet: HTMLElement): Promise<string[]> {
  const { violations, passes } = await axe.run(sheet, { runOnly: ['color-contrast'], iframes: false })
  const examined = new Set(passes.flatMap(({ nodes }) => nodes.map(({ html }) => html)))
  expect(examined.size).toBeGreaterThan(sheet.querySelectorAll('[data-cell]').length)
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  )
}

/**
 * Compares every state of both widgets, in every mode, with the pictures beside this file. Axe examines the contrasts of
 * both schemes, and the rest in each story. Where colours are forced, the text of every control is looked for. New
 * pictures are taken with `--update`; look at each before you commit it.
 */
describe('every state looks like its picture', async () => {
  const recordedMachine = await commands.readFile(MACHINE).catch(() => null)
  if (recordedMachine === null) await commands.writeFile(MACHINE, thisMachine())
  const isSameMachine = recordedMachine === null || recordedMachine === thisMachine()
  if (!isSameMachine)
    console.warn(
      `Pictures are not compared: they are of another machine.\n${recordedMachine}here: ${thisMachine()}`,
    )

  it.each(Object.entries(sheets))('%s', async (name, { cells, ...settings }) => {
    const hasContrasts = ['pay', 'pay-dark', 'ramp', 'ramp-dark'].includes(name)
    // Only a picture would be taken of it.
    if (!isSameMachine && !hasContrasts && !settings.isForced) return
    const sheet = await showSheet(settings, cells)
    if (hasContrasts) expect(await poorContrasts(sheet)).toEqual([])
    const picture = await pixelsOf(await page.screenshot({ element: sheet, save: false }))
    if (settings.isForced) {
      const { unseen, count } = unseenControls(sheet, picture)
      expect(count).toBeGreaterThan(cells.length / 2)
      expect(unseen).toEqual([])
    }
    if (!isSameMachine) return
    // The matcher takes seconds for a sheet, and most sheets are the same in each pixel.
    const recorded = await commands
      .readFile(`${PICTURES}/${name}-chromium-linux.png`, 'base64')
      .catch(() => null)
    if (recorded === null || !isSamePicture(picture, await pixelsOf(recorded)))
      await expect(page.getByTestId('sheet')).toMatchScreenshot(name, {
        comparatorName: 'pixelmatch',
        // A changed digit differs in more pixels.
        comparatorOptions: { threshold: 0.1, allowedMismatchedPixels: 12 },
        // Two pictures that are equal, on a machine that is busy with something else.
        timeout: 120_000,
      })
  })
})
