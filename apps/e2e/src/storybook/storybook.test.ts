import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { inSoak } from '../harness/rows.js'
import { type IndexEntry, linkedEntries, serveBuiltStorybook } from './built-storybook.js'

const browser = await sharedBrowser()

/** How many tabs are open at a time. Hidden tabs continue to render, so more of them would cost time. */
const TABS = 2
const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))
/** Search terms, and the entry that has to be among the first results. */
const SEARCHES = {
  paytolightningaddress: 'pay-paytolightningaddress--docs',
  rampwidget: 'buy-rampwidget--docs',
  lightningaddressfield: 'pay-lightningaddressfield--docs',
  invoiceqrcode: 'pay-invoiceqrcode--docs',
  usePayToLightningAddress: 'hooks-usepaytolightningaddress--docs',
  useRampWidget: 'hooks-userampwidget--docs',
  qr: 'pay-invoiceqrcode--docs',
  button: 'index-a-to-z--docs#button',
  checkout: 'index-a-to-z--docs#checkout',
  rtl: 'index-a-to-z--docs#rtl-right-to-left',
  colour: 'themes--page',
  color: 'themes--page',
  anatomy: 'anatomy',
  tokens: 'tokens',
  tip: 'pay-paytolightningaddress--tip-jar',
  invoice: 'index-a-to-z--docs#invoice',
  wallet: 'index-a-to-z--docs#wallet',
  error: 'index-a-to-z--docs#error',
  dark: 'index-a-to-z--docs#dark-mode',
  theme: 'themes',
  game: 'game-shelf--canvas-game',
  expired: 'index-a-to-z--docs#expired-invoice',
  wrong: 'index-a-to-z--docs#wrong-invoice-mismatch',
}

/** A page of each kind: of links, of a component, of a hook, and of a document. */
const PAGES_OF_EACH_KIND = [
  'index-a-to-z--docs',
  'pay-paytolightningaddress--docs',
  'hooks-userampwidget--docs',
  'guides-theming--docs',
]

/** The rows of the sidebar that one filter hides. */
const DETAILS = /^(States|Right to left \(RTL\)|Refusals|Hostile hosts|On other pages)$/

let book: Awaited<ReturnType<typeof serveBuiltStorybook>>

beforeAll(async () => {
  book = await serveBuiltStorybook()
})
afterAll(() => book?.close())

describe('the built Storybook, served below a path', () => {
  it('links only to entries that exist', () => {
    const ids = new Set(book.entries.map(({ id }) => id))
    const linked = linkedEntries()
    expect(new Set(linked).size).toBeGreaterThan(20)
    expect(linked.filter((id) => !ids.has(id))).toEqual([])
  })

  it('has pages without accessibility errors, in light and dark', async () => {
    // The pages of the game shelf only differ inside their frames.
    const pages = book.entries.filter(
      ({ id, title, tags }) =>
        tags.includes('page') && (title !== 'Game shelf' || id === 'game-shelf--canvas-game'),
    )
    expect(new Set(pages.map(({ title }) => title)).size).toBe(7)
    const queue = pages
      .filter(({ id }) => inSoak || id === 'welcome--page')
      .flatMap(({ id }) => ['light', 'dark'].map((scheme) => ({ id, scheme })))
    const problems: string[] = []
    const work = async () => {
      const { story, close } = await openFrame('story', 'welcome--page')
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { id, scheme } = next
        await story.goto(frameUrl('story', id, `scheme:${scheme}`))
        const axeViolations = await story.evaluate(axeResult)
        problems.push(...axeViolations.map((problem) => `${id}, ${scheme}: ${problem}`))
      }
      await close()
    }
    await Promise.all(Array.from({ length: TABS }, work))
    expect(problems).toEqual([])
  })

  it.runIf(inSoak)(
    'has state walls and docs pages without accessibility errors, in light and dark',
    async () => {
      const docs = book.entries.filter(({ type }) => type === 'docs').map(({ id }) => ['docs', id] as const)
      const walls = book.entries
        .filter(({ title, type }) => type === 'story' && title === 'State wall')
        .map(({ id }) => ['story', id] as const)
      expect(walls.length).toBe(2)
      const queue = [...docs, ...walls].flatMap(([mode, id]) =>
        (['light', 'dark'] as const).map((scheme) => ({ mode, id, scheme })),
      )
      const problems: string[] = []
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { mode, id, scheme } = next
          const { story, close } = await openFrame(mode, id, `scheme:${scheme};a11y.manual:!true`)
          // During a transition the colours belong to neither state.
          await story.emulateMedia({ reducedMotion: 'reduce' })
          await story.locator('#storybook-root > *, #storybook-docs > *').first().waitFor()
          // A state wall renders only cards near the viewport.
          if (mode === 'story') await story.setViewportSize({ width: 1280, height: 16_000 })
          await expect.poll(() => story.locator('.page-waiting').count()).toBe(0)
          await story.addScriptTag({ path: axePath })
          const axeViolations = await story.evaluate(runAxe)
          problems.push(...axeViolations.map((problem) => `${id}, ${scheme}: ${problem}`))
          await close()
        }
      }
      await Promise.all(Array.from({ length: TABS }, work))
      expect(problems).toEqual([])
    },
  )

  describe('in one tab', () => {
    let tab: Awaited<ReturnType<typeof openBook>>
    beforeAll(async () => {
      tab = await openBook('?path=/story/pay-paytolightningaddress--tip-jar')
    })
    afterAll(() => tab?.close())

    it('leaves the space of an empty panel to the story, and hides the hard cases until somebody asks for them', async () => {
      const { page, visit } = tab
      const panel = page.getByRole('tab', { name: /^Controls/ })
      await panel.waitFor()
      const sidebar = page.locator('#storybook-explorer-tree')
      await sidebar.getByText('RampWidget').first().waitFor()
      await sidebar.getByText('State wall').first().waitFor()
      expect(await sidebar.getByText(DETAILS).count()).toBe(0)
      for (const id of ['pay-states--paid', 'welcome--page', 'pay-right-to-left-rtl--ready']) {
        const entry = book.entries.find((each) => each.id === id)
        expect(entry && (await visit(entry))).toEqual([])
        await expect.poll(() => panel.count(), { message: id }).toBe(0)
      }
      // An interaction has its steps in the panel.
      const refusal = book.entries.find((each) => each.id === 'buy-refusals--error-network')
      expect(refusal && (await visit(refusal))).toEqual([])
      await page.getByRole('tab', { name: /^Interactions/ }).waitFor()
    })

    it('finds what people search for', async () => {
      const { page } = tab
      const results = page.locator('#storybook-explorer-menu [data-id]')
      const firstResults = () =>
        results.evaluateAll((elements) =>
          elements.slice(0, 4).map((result) => result.getAttribute('data-id')),
        )
      for (const [word, expected] of Object.entries(SEARCHES)) {
        await page.locator('#storybook-explorer-searchfield').fill(word)
        await expect.poll(firstResults, { message: word }).toContain(expected)
      }
      await page.keyboard.press('Escape')
    })

    it('opens every docs page and story without an error, and has no broken link', async () => {
      const docs = book.entries.filter(({ type }) => type === 'docs')
      const stories = book.entries.filter(({ type }) => type === 'story')
      expect(docs.length).toBeGreaterThan(12)
      expect(stories.length).toBeGreaterThan(150)
      // `npm test` runs each story from its source.
      const queue = inSoak ? [...docs, ...stories] : docs.filter(({ id }) => PAGES_OF_EACH_KIND.includes(id))
      expect(queue.length).toBeGreaterThanOrEqual(PAGES_OF_EACH_KIND.length)
      const problems: string[] = []
      const work = async ({ visit }: typeof tab) => {
        for (let entry = queue.shift(); entry; entry = queue.shift())
          problems.push(...(await visit(entry)).map((problem) => `${entry?.id}: ${problem}`))
      }
      // To open Storybook takes longer than the few pages of `npm test`.
      const others = await Promise.all(Array.from({ length: inSoak ? TABS - 1 : 0 }, () => openBook()))
      await Promise.all([tab, ...others].map(work))
      for (const { close } of others) await close()
      expect(problems).toEqual([])
    })

    it('shows every story by a link of the front page', async () => {
      const { page, story, visit } = tab
      const frontPage = book.entries.find(({ id }) => id === 'welcome--page')
      expect(frontPage && (await visit(frontPage))).toEqual([])
      await story.getByRole('link', { name: 'Every story' }).click()
      await expect.poll(() => page.locator('#storybook-explorer-tree').getByText(DETAILS).count()).toBe(7)
    })
  })

  it('has state walls in the order of the flow, in columns without gaps', async () => {
    const { story, close } = await openFrame('story', 'state-wall--pay-to-lightning-address')
    await story.locator('section.leyden[data-state="idle"]').first().waitFor()
    const boxes = await story.locator('.page-masonry > figure').evaluateAll((figures) =>
      figures.map((figure) => {
        const { left, top } = figure.getBoundingClientRect()
        const bottom = figure.firstElementChild?.getBoundingClientRect().bottom ?? 0
        return { left: Math.round(left), top, bottom, name: figure.querySelector('a')?.textContent ?? '' }
      }),
    )
    const columns = new Set(boxes.map(({ left }) => left))
    expect(columns.size).toBe(3)
    for (const left of columns) {
      const column = boxes.filter((box) => box.left === left)
      for (const [index, { top }] of column.slice(1).entries())
        expect(top - (column[index]?.bottom ?? 0)).toBeLessThan(24)
    }
    const placeOf = (name: string) => boxes.findIndex((box) => box.name === name)
    const flow = ['Ready', 'Awaiting', 'Confirming', 'Paid', 'Expired', 'Failed'].map(placeOf)
    expect(flow).toEqual([...flow].sort((a, b) => a - b))
    expect(flow).not.toContain(-1)
    await close()
  })

  it.runIf(inSoak)(
    'has links from the front page to a state in another language, width and scheme',
    async () => {
      const { story, page, close } = await openBook()
      await story.getByRole('link', { name: 'State wall' }).click()
      await story.getByLabel('Find a state').fill('expired')
      await story.getByLabel('Scheme').selectOption('dark')
      await story.getByLabel('Width').selectOption('320')
      await story.getByLabel('Language').selectOption('de')
      const card = story
        .locator('section.leyden[data-scheme="dark"]', { hasText: 'Diese Rechnung ist abgelaufen' })
        .first()
      await card.waitFor()
      expect((await card.boundingBox())?.width).toBe(320)
      // The URL contains the choices.
      await expect.poll(() => page.url()).toMatch(/find:expired;scheme:dark;width:320;locale:de/)
      await close()
    },
  )

  it.runIf(inSoak)('shows a theme, and its code as CSS and as props', async () => {
    const { story, close } = await openBook()
    await story.getByRole('link', { name: 'Themes' }).click()
    await story.getByRole('button', { name: 'Violet' }).click()
    await story
      .getByRole('region', { name: 'As CSS variables' })
      .getByText('--leyden-accent: #6b4eff;')
      .waitFor()
    await story.getByRole('region', { name: 'As props' }).getByText("accent: '#6b4eff', radius: 12").waitFor()
    await story.getByText('text on the button 5.0 : 1').first().waitFor()
    await close()
  })

  // The first page of the documentation pays with the same BFF and sandbox in the page.
  it.runIf(inSoak)('pays with the wallet on the phone', async () => {
    const { story, close } = await openFrame('story', 'play-it-through--pay')
    await story.getByLabel('Lightning Address').fill('alice@wallet.example')
    await story.getByText('Tips for Alice').waitFor()
    await story.getByRole('button', { name: '$2', exact: true }).click()
    await story.getByRole('button', { name: /^Pay \$2/ }).click()
    await story.getByRole('button', { name: 'Pay', exact: true }).click()
    await story.getByRole('heading', { name: 'Paid $2.00' }).waitFor()
    await story.getByText('Sandbox wallet · 97,941 sats').waitFor()
    await close()
  })

  it.runIf(inSoak)('shows the effect of each fault in the phone', async () => {
    const { story, close } = await openFrame('story', 'play-it-through--pay')
    await story.clock.install()
    const address = story.getByLabel('Lightning Address')
    const fault = story.getByLabel('What goes wrong')
    // The wallet beside the widget has a button "Pay" too.
    const payButton = story.locator('section.leyden').getByRole('button', { name: /^Pay( \$\d|$)/ })
    const paid = story.getByRole('heading', { name: 'Paid $2.00' })

    await fault.selectOption('offline')
    await address.fill('alice@wallet.example')
    await story
      .getByText('You are offline. We will check the address when you are back online.')
      .first()
      .waitFor()

    await fault.selectOption('slow')
    await story.clock.fastForward(3_500)
    await story
      .getByText('Still looking up wallet.example. This is taking longer than usual.')
      .first()
      .waitFor()
    await story.clock.fastForward(2_000)
    await story.getByRole('button', { name: '$2', exact: true }).click()

    await fault.selectOption('wrong')
    await payButton.click()
    await story.getByText('The invoice was wrong, so we did not show it.').waitFor()

    await fault.selectOption('lying')
    await story.getByRole('button', { name: 'New invoice' }).click()
    await story.getByRole('button', { name: 'Pay with browser wallet' }).click()
    await story.getByText('Your wallet gave no clear answer, and we are still looking.').first().waitFor()
    expect(await paid.count()).toBe(0)
    await story.getByRole('button', { name: 'Back to the invoice' }).click()

    await fault.selectOption('late')
    await story.getByRole('button', { name: 'Pay', exact: true }).click()
    await story.getByText('Sent. The shop hears of it in eight seconds.').waitFor()
    expect(await paid.count()).toBe(0)
    await story.clock.fastForward(8_000)
    await paid.waitFor()
    await close()
  })

  it.runIf(inSoak)('buys bitcoin in the phone, to the end', async () => {
    const { story, close } = await openFrame('story', 'play-it-through--buy')
    await story.getByRole('button', { name: 'Continue to provider' }).click()
    await purchase(story.frameLocator('iframe[title^="Buy bitcoin"]'))
    await story.getByRole('heading', { name: 'Purchase complete' }).waitFor()
    await close()
  })

  it.runIf(inSoak)('shows the code of a story of parts, with its imports', async () => {
    const { story, close } = await openFrame('docs', 'pay-parts--docs')
    const code = story.locator('.docs-code', { hasText: 'Buy me a coffee' })
    await code.getByText("import { Pay } from '@leyden/react/parts'").waitFor()
    await close()
  })

  it.runIf(inSoak)('shows a story from right to left, in any language', async () => {
    const { story, close } = await openFrame('story', 'pay-states--paid', 'direction:rtl')
    await story.locator('section.leyden[dir="rtl"][lang="en"]').waitFor()
    await close()
  })

  it.runIf(inSoak)('pays in a game inside the sandboxed frames of a portal', async () => {
    const { story, close } = await openBook('?path=/story/game-shelf--portal-frames')
    const game = story.frameLocator('iframe[title="The page"]').frameLocator('iframe')
    await game.getByRole('button', { name: 'Tip the author' }).click()
    await game.getByRole('button', { name: /^Pay( \d|$)/ }).click()
    await story.getByRole('button', { name: 'Pay the invoice of the game' }).click()
    await game.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await close()
  })

  it.runIf(inSoak)('pays on the page of the Unity package', async () => {
    const { story, close } = await openBook('?path=/story/game-shelf--unity-page')
    const game = story.frameLocator('iframe[title="The page"]')
    await game.locator('canvas').click()
    await game.getByRole('button', { name: /^Pay( \d|$)/ }).click()
    await story.getByRole('button', { name: 'Pay the invoice of the game' }).click()
    await game.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await close()
  })

  it.runIf(inSoak)(
    'fills the Actions panel when a callback is called, and lets a control change a prop',
    async () => {
      const { page, story, close } = await openBook('?path=/story/pay-paytolightningaddress--tip-jar')
      await page.getByRole('tab', { name: /^Controls/ }).click()
      await page.locator('#control-address').fill('bob@wallet.example')
      await story.getByText('Tips for Bob').waitFor()
      await page.getByRole('tab', { name: /^Actions/ }).click()
      await story.getByRole('button', { name: /^Pay( \d|$)/ }).click()
      await page.getByText('onCharge').filter({ visible: true }).first().waitFor()
      await close()
    },
  )
})

/** Runs in a page with axe: returns its violations. */
async function runAxe(): Promise<string[]> {
  const { axe } = window as never as { axe: typeof import('axe-core') }
  // Excludes Storybook's own elements: its switches, and the scrolling box around a story. A page shows the same widget
  // many times, so its landmarks have the same names.
  const axeReport = await axe.run(
    { exclude: [['.docblock-argstable label [aria-hidden]']] },
    { rules: { 'landmark-unique': { enabled: false }, 'scrollable-region-focusable': { enabled: false } } },
  )
  return axeReport.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
}

const frameUrl = (viewMode: 'story' | 'docs', id: string, globals: string) =>
  `${book.url}iframe.html?viewMode=${viewMode}&id=${id}&globals=${globals}`

/** A tab with only one story or docs page. */
async function openFrame(viewMode: 'story' | 'docs', id: string, globals = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const story = await context.newPage()
  await story.goto(frameUrl(viewMode, id, globals))
  return { story, close: () => context.close() }
}

/** A tab with the whole Storybook, which changes pages like a click in the sidebar. */
async function openBook(path = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  let problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    // A story about a content security policy violates it on purpose.
    if (message.type() === 'error' && !message.text().includes('Content Security Policy'))
      problems.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(book.url + path)
  const entryIds = new Set(book.entries.map(({ id }) => id))
  const story = page.frameLocator('#storybook-preview-iframe')
  // Storybook ignores a request for a page until it has rendered the first one.
  await story.locator('#storybook-root > *, #storybook-docs > *').first().waitFor()
  return {
    page,
    story,
    close: () => context.close(),
    async visit(entry: IndexEntry) {
      problems = []
      const problem = await selectEntry(page, entry)
      const broken = page.getByText(/This addon has errors|Something went wrong/)
      const links = story.locator('a[href*="?path=/"]')
      const ids = await links.evaluateAll((elements) =>
        elements.map(
          (link) => /\?path=\/(?:story|docs)\/([\w-]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '',
        ),
      )
      return [
        ...problems,
        ...problem,
        ...(await broken.allTextContents()),
        ...ids.filter((id) => !entryIds.has(id)).map((id) => `a link leads to ${id}, which is not there`),
      ]
    },
  }
}

/** Shows an entry, waits until it is rendered, and returns Storybook's own report of it. */
function selectEntry(page: Page, { id, type }: IndexEntry): Promise<string[]> {
  return page.evaluate(
    ({ id, type }) =>
      new Promise<string[]>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as never as {
          __STORYBOOK_ADDONS_CHANNEL__: {
            on(event: string, listener: (payload: unknown) => void): void
            off(event: string, listener: (payload: unknown) => void): void
            emit(event: string, ...payload: unknown[]): void
          }
        }
        // Before a story has finished, a change to the next one reloads the page.
        const renderedEvent = type === 'docs' ? 'docsRendered' : 'storyFinished'
        const failureEvents = [
          'storyErrored',
          'storyThrewException',
          'playFunctionThrewException',
          'storyMissing',
          'configError',
        ]
        const done = (reports: string[]) => {
          clearTimeout(timer)
          channel.off(renderedEvent, onEnd)
          for (const event of failureEvents) channel.off(event, onFail)
          resolve(reports)
        }
        const onEnd = (payload: unknown) => {
          if (payload === id || (payload as { storyId?: string }).storyId === id) done([])
        }
        const onFail = (payload: unknown) => done([`failed: ${JSON.stringify(payload).slice(0, 300)}`])
        const timer = setTimeout(() => done(['was not drawn within two minutes']), 120_000)
        channel.on(renderedEvent, onEnd)
        for (const event of failureEvents) channel.on(event, onFail)
        // Disables axe here, because another test runs it on each story.
        channel.emit('navigateUrl', `?path=/${type}/${id}&globals=a11y.manual:!true`, {})
      }),
    { id, type },
  )
}

interface StoryFinished {
  reporters: {
    type: string
    result: { violations?: { id: string; nodes: { html: string }[] }[]; error?: unknown }
  }[]
}

/** Runs in the frame of a story: returns the result of its axe check, once that has ended. */
async function axeResult(): Promise<string[]> {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as never as {
    __STORYBOOK_ADDONS_CHANNEL__?: { last(event: string): [StoryFinished] | undefined }
  }
  const finished = channel?.last('storyFinished')?.[0]
  if (!finished) return new Promise((resolve) => setTimeout(() => resolve(axeResult()), 50))
  const [report] = finished.reporters.filter(({ type }) => type === 'a11y')
  if (!report?.result.violations) return ['axe did not run']
  return report.result.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
}
