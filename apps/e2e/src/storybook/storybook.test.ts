import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../world/browser.js'
import { type IndexEntry, startBuiltStorybook } from './built-storybook.js'

const TABS = 3
/** What people type, and what they look for: among the first results. */
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
  rtl: 'pay-right-to-left-rtl',
  colour: 'themes--page',
  color: 'themes--page',
  tip: 'pay-paytolightningaddress--tip-jar',
  invoice: 'index-a-to-z--docs#invoice',
  wallet: 'index-a-to-z--docs#wallet',
  error: 'index-a-to-z--docs#error',
  dark: 'index-a-to-z--docs#dark-mode',
  theme: 'themes',
  game: 'game-shelf--canvas-game',
  expired: 'pay-states--expired',
  wrong: 'index-a-to-z--docs#wrong-invoice-mismatch',
}

let book: Awaited<ReturnType<typeof startBuiltStorybook>>
let browser: Browser

beforeAll(async () => {
  book = await startBuiltStorybook()
  browser = await sharedBrowser()
}, 600_000)
afterAll(() => book?.close())

describe('the built Storybook, below a path of its server', () => {
  it('opens every docs page and story without an error, and every link in it leads somewhere', async () => {
    const docs = book.entries.filter(({ type }) => type === 'docs')
    const stories = book.entries.filter(({ type }) => type === 'story')
    expect(docs.length).toBeGreaterThan(12)
    expect(stories.length).toBeGreaterThan(150)
    // Each file of stories in `npm test`, each story in `npm run soak`.
    const isFirst = ({ id, title }: IndexEntry) => stories.find((story) => story.title === title)?.id === id
    const queue = [...docs, ...(process.env.LEYDEN_SOAK === '1' ? stories : stories.filter(isFirst))]
    const problems: string[] = []
    const work = async () => {
      const tab = await openBook()
      for (let entry = queue.shift(); entry; entry = queue.shift())
        problems.push(...(await tab.visit(entry)).map((problem) => `${entry?.id}: ${problem}`))
      await tab.close()
    }
    await Promise.all(Array.from({ length: TABS }, work))
    expect(problems).toEqual([])
  }, 600_000)

  it('finds what people search for', async () => {
    const { page, close } = await openBook()
    const results = page.locator('#storybook-explorer-menu [data-id]')
    const firstResults = () =>
      results.evaluateAll((found) => found.slice(0, 4).map((one) => one.getAttribute('data-id')))
    for (const [word, expected] of Object.entries(SEARCHES)) {
      await page.locator('#storybook-explorer-searchfield').fill(word)
      await expect.poll(firstResults, { message: word, timeout: 10_000 }).toContain(expected)
    }
    await close()
  })

  it('leads from the front page to a state in another language, width and scheme', async () => {
    const { story, page, close } = await openBook()
    await story.getByRole('link', { name: 'State wall' }).click()
    await story.getByLabel('Find a state').fill('expired')
    await story.getByLabel('Scheme').selectOption('dark')
    await story.getByLabel('Width').selectOption('320')
    await story.getByLabel('Language').selectOption('de')
    const card = story.locator('section.leyden[data-scheme="dark"]', { hasText: 'ist abgelaufen' })
    await card.waitFor()
    expect((await card.boundingBox())?.width).toBe(320)
    // What is chosen can be sent.
    await expect
      .poll(() => page.url(), { timeout: 10_000 })
      .toMatch(/find:expired;scheme:dark;width:320;locale:de/)
    await close()
  })

  it('shows what a theme comes to, and gives it as CSS and as props', async () => {
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

  it('pays in the phone, and shows faults there', async () => {
    const { story, close } = await openBook()
    await story.getByRole('link', { name: 'Play it through' }).click()
    await story.getByLabel('Lightning Address').fill('alice@wallet.example')
    await story.getByRole('button', { name: '2,100' }).click()
    await story.getByRole('button', { name: 'Show invoice' }).click()
    await story.getByRole('button', { name: 'Pay', exact: true }).click()
    await story.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await story.getByText('Sandbox wallet · 97,900 sats').waitFor()
    await story.getByLabel('What goes wrong').selectOption('wrong')
    await story.getByRole('button', { name: 'Done' }).click()
    await story.getByRole('button', { name: 'Show invoice' }).click()
    await story.getByText('The invoice was wrong, so we hid it.').waitFor()
    await close()
  })

  it('pays in a game that portals have closed off', async () => {
    const { story, close } = await openBook('?path=/story/game-shelf--portal-frames')
    const game = story.frameLocator('iframe[title="The page"]').frameLocator('iframe')
    await game.getByRole('button', { name: 'Tip the author' }).click()
    await game.getByRole('button', { name: 'Show invoice' }).click()
    await story.getByRole('button', { name: 'Pay the invoice of the game' }).click()
    await game.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await close()
  })

  it('fills the Actions panel when a callback is called, and lets a control change a prop', async () => {
    const { page, story, close } = await openBook('?path=/story/pay-paytolightningaddress--tip-jar')
    await page.getByRole('tab', { name: /^Controls/ }).click()
    await page.locator('#control-address').fill('bob@wallet.example')
    await story.getByText('Tips for Bob').waitFor()
    await page.getByRole('tab', { name: /^Actions/ }).click()
    await story.getByRole('button', { name: 'Show invoice' }).click()
    await page.getByText('onCharge').filter({ visible: true }).first().waitFor()
    await close()
  })
})

/** A tab with the whole Storybook, which goes from one page to the next as a click in the sidebar does. */
async function openBook(path = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  let problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    // A story about a policy is told that it was broken.
    if (message.type() === 'error' && !message.text().includes('Content Security Policy'))
      problems.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(book.url + path)
  const known = new Set(book.entries.map(({ id }) => id))
  const story = page.frameLocator('#storybook-preview-iframe')
  // A page that is asked for before the first one is drawn is lost.
  await story.locator('#storybook-root > *, #storybook-docs > *').first().waitFor()
  return {
    page,
    story,
    close: () => context.close(),
    async visit(entry: IndexEntry) {
      problems = []
      const told = await select(page, entry)
      const broken = page.getByText(/This addon has errors|Something went wrong/)
      const links = story.locator('a[href*="?path=/"]')
      const ids = await links.evaluateAll((found) =>
        found.map(
          (link) => /\?path=\/(?:story|docs)\/([\w-]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '',
        ),
      )
      return [
        ...problems,
        ...told,
        ...(await broken.allTextContents()),
        ...ids.filter((id) => !known.has(id)).map((id) => `a link leads to ${id}, which is not there`),
      ]
    },
  }
}

/** Shows an entry, waits until it is drawn, and returns what Storybook itself reports of it. */
function select(page: Page, { id, type }: IndexEntry): Promise<string[]> {
  return page.evaluate(
    ({ id, type }) =>
      new Promise<string[]>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as never as {
          __STORYBOOK_ADDONS_CHANNEL__: {
            on(event: string, listener: (told: unknown) => void): void
            off(event: string, listener: (told: unknown) => void): void
            emit(event: string, ...told: unknown[]): void
          }
        }
        const end = type === 'docs' ? 'docsRendered' : 'storyRendered'
        const fails = ['storyErrored', 'storyThrewException', 'storyMissing', 'configError']
        const done = (reports: string[]) => {
          clearTimeout(timer)
          channel.off(end, onEnd)
          for (const event of fails) channel.off(event, onFail)
          resolve(reports)
        }
        const onEnd = (told: unknown) => {
          if (told === id) done([])
        }
        const onFail = (told: unknown) => done([`failed: ${JSON.stringify(told).slice(0, 300)}`])
        const timer = setTimeout(() => done(['was not drawn within 30 s']), 30_000)
        channel.on(end, onEnd)
        for (const event of fails) channel.on(event, onFail)
        // Axe has a test of its own, which looks at each story.
        channel.emit('navigateUrl', `?path=/${type}/${id}&globals=a11y.manual:!true`, {})
      }),
    { id, type },
  )
}
