import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLISHED, SITE_PATH } from '../../../../scripts/published.mjs'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { serveFolder } from '../harness/serve-folder.js'

const browser = await sharedBrowser()

const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const folder = PUBLISHED.site
let site: Awaited<ReturnType<typeof serveFolder>>
/** The paths of all pages, relative to the site's, with a slash at the end. */
let pages: string[]

beforeAll(async () => {
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => file.replaceAll('\\', '/').replace(/index\.html$/u, ''))
  site = await serveFolder(folder, SITE_PATH)
})
afterAll(() => site?.close())

/** What a newcomer types into the search, and the pages that they mean. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  install: ['start/react/', 'guides/quick-start/', 'packages/create/'],
  typescript: ['guides/elements/', 'packages/react/'],
  'api key': ['guides/quick-start/', 'for/operator/', 'guides/getting-started-react/'],
  cors: ['guides/cors/'],
  svelte: ['guides/elements/'],
  angular: ['guides/elements/'],
  upgrade: ['guides/upgrading/'],
  deploy: ['guides/deploy/', 'for/operator/'],
  'next.js': ['guides/frameworks/'],
  unity: ['engines/unity/'],
  theme: ['guides/theming/'],
}

/** What people ask, and the page that answers: it is the first result, and its answer has at most 150 words. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'sats and euros': 'how-do-i-show-both-sats-and-euros',
  'order paid server': 'how-does-my-server-know-that-order-7-is-paid',
  'cannot see this payment': 'why-does-the-widget-say-we-cannot-see-this-payment',
  'dark mode': 'how-do-i-turn-on-dark-mode',
  'own button': 'how-do-i-use-my-own-button',
  refund: 'how-do-i-refund-a-payment',
  'test mode': 'how-do-i-use-test-mode',
  csp: 'which-content-security-policy-csp-does-my-page-need',
  docker: 'how-do-i-run-the-bff-in-docker',
  'two shops': 'can-two-shops-share-one-server',
  'only english': 'how-do-i-leave-other-languages-out-of-my-bundle',
  redux: 'do-i-need-redux-or-zustand-beside-it',
  ssr: 'does-it-render-on-a-server-ssr',
  'react native': 'does-it-work-in-react-native',
  'lost money': 'who-bears-lost-money',
}

/** A page with a widget, and one with code and tables: the layouts that `npm test` examines. */
const LAYOUTS = ['', 'guides/cors/']

const htmlOf = (page: string) => readFileSync(join(folder, page, 'index.html'), 'utf8')
/** The pages to open in a browser. `npm test` opens some of each layout: with a widget, with code, with tables. */
const pagesToOpen = () =>
  inSoak ? pages : ['', 'start/react/', 'playground/', 'guides/configuration/', 'for/designer/']

describe('the documentation, served below a path', () => {
  it('has no broken links, pictures, scripts and styles', () => {
    expect(pages.length).toBeGreaterThan(50)
    const anchors = new Map<string, Set<string>>()
    const anchorsOf = (page: string) => {
      const known =
        anchors.get(page) ?? new Set([...htmlOf(page).matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id))
      anchors.set(page, known as Set<string>)
      return known as Set<string>
    }
    /** What is wrong with a target in a file; nothing if it exists or is on another site. */
    const problemOf = (file: string, href: string): string[] => {
      const { origin, pathname, hash } = new URL(href, `http://docs.example${SITE_PATH}${file}`)
      if (origin !== 'http://docs.example') return []
      const target = pathname.startsWith(SITE_PATH)
        ? decodeURIComponent(pathname.slice(SITE_PATH.length))
        : null
      const isPage = target !== null && pages.includes(target)
      if (!isPage && !(target && existsSync(join(folder, target)))) return [`${file}: ${href}`]
      if (isPage && hash && !anchorsOf(target).has(decodeURIComponent(hash.slice(1))))
        return [`${file}: no ${hash} in ${target}`]
      return []
    }
    const targetsIn = (file: string, pattern: RegExp) =>
      // What a script writes is no link of the page.
      [
        ...readFileSync(join(folder, file), 'utf8')
          .replaceAll(/(?<=<script[^>]*>).*?(?=<\/script>)/gsu, '')
          .matchAll(pattern),
      ].flatMap(([, href = '']) => problemOf(file.replace(/index\.html$/u, ''), href))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const broken = files.flatMap((file) => {
      // The texts for language models are read from the site's root, so each link in them is a whole path.
      if (/^llms(?:-summary)?\.txt$/u.test(file)) return targetsIn(file, /\]\(([^)\s]+)\)/gu)
      if (file.endsWith('.css')) return targetsIn(file, /url\(["']?(?!data:)([^"')]+)/gu)
      if (file.endsWith('.html'))
        return targetsIn(file, /<[a-z][^>]*?\s(?:href|src|component-url)="([^"]*)"/gu)
      return []
    })
    expect(broken).toEqual([])
    expect(existsSync(join(folder, 'favicon.svg'))).toBe(true)
  })

  it('can be read at 320 pixels, without JavaScript', async () => {
    const viewport = { width: 320, height: 640 }
    const { page, close } = await openPage(browser, site.url, { viewport, javaScriptEnabled: false })
    const problems: string[] = []
    // The frame of the playground has only a widget, which needs JavaScript.
    for (const path of pagesToOpen().filter((path) => path !== 'playground/frame/')) {
      await page.goto(`${site.url}${path}`)
      const text = (await page.locator('main').textContent()) ?? ''
      // The shortest pages are those of errors that need one sentence.
      if (text.length < 60) problems.push(`${path} has no text`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 320) problems.push(`${path} is ${width} px wide`)
    }
    await close()
    expect(problems).toEqual([])
  })

  // Checking all pages takes minutes, because axe reads each node of the API reference.
  it('has no accessibility errors, in light and dark', async () => {
    const problems: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const opening = await openPage(browser, site.url, { colorScheme, reducedMotion: 'reduce' })
      // A scheme changes only colours, which the pages share.
      const shown = colorScheme === 'dark' ? LAYOUTS.slice(0, 1) : LAYOUTS
      for (const path of inSoak ? pages : shown) {
        await opening.page.goto(`${site.url}${path}`)
        // What a page loads later is checked too. A connection that stays open does not matter.
        await opening.page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
        // The site lets people reach code that is too wide by the keyboard, as soon as the page is idle.
        await opening.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        await opening.page.addScriptTag({ path: axePath })
        const rules =
          colorScheme === 'dark'
            ? ['color-contrast']
            : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
        const violations = await opening.page.evaluate(async (runOnly) => {
          const { axe } = window as unknown as {
            axe: { run(options: object): Promise<{ violations: Violation[] }> }
          }
          const { violations } = await axe.run({ runOnly })
          return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
        }, rules)
        problems.push(...violations.map((problem) => `${path} ${colorScheme}: ${problem}`))
      }
      problems.push(...opening.problems)
      await opening.close()
    }
    expect(problems).toEqual([])
  })

  it('takes a payment on its first page, with the BFF and the sandbox in the page', async () => {
    const { page, problems, close } = await openPage(browser, site.url)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    // A press before the page is hydrated has no effect.
    const widget = page.locator('astro-island:not([ssr]) section.leyden')
    await widget.getByRole('button', { name: /^Pay( \d|$)/ }).click()
    await page.getByRole('button', { name: 'Pay as a wallet would' }).click()
    await expect.poll(() => widget.textContent()).toContain('Paid 2,100 sats')
    await close()
    expect(problems).toEqual([])
    expect(requested.filter((url) => !/^data:|\.(?:js|css|svg|png|webp)$/u.test(url))).toEqual([])
  })

  it('has a menu on a phone, also on its first page', async () => {
    const { page, close } = await openPage(browser, site.url, { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'I am a designer' }).first().click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('I am a designer')
    await close()
  })

  it('draws every diagram in letters that can be read, in light and dark', async () => {
    const pagesWithDiagrams = pages.filter((page) => htmlOf(page).includes('<pre class="diagram'))
    expect(pagesWithDiagrams).toContain('guides/architecture/')
    for (const page of pages) expect(htmlOf(page)).not.toMatch(/data-language="mermaid"|```mermaid/u)
    const { page, problems, close } = await openPage(browser, site.url, { colorScheme: 'light' })
    // `npm test` draws the page with the most diagrams.
    const countIn = (path: string) => htmlOf(path).split('<pre class="diagram').length
    const [richest = ''] = [...pagesWithDiagrams].sort((a, b) => countIn(b) - countIn(a))
    for (const path of inSoak ? pagesWithDiagrams : [richest]) {
      await page.goto(`${site.url}${path}`)
      const sources = await page.locator('pre.diagram').count()
      for (const theme of ['neutral', 'dark']) {
        if (theme === 'dark')
          await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'))
        const drawn = page.locator(`pre.diagram[data-drawn=${theme}] > svg`)
        await expect.poll(() => drawn.count()).toBe(sources)
        const sizes = await drawn.evaluateAll((all) =>
          (all as SVGSVGElement[]).map((svg) => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
            return Math.round(scale * Number.parseFloat(getComputedStyle(svg).fontSize))
          }),
        )
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14)
      }
    }
    await close()
    expect(problems).toEqual([])
  })

  it('shows the code of the framework and the package manager that the reader chose on another page', async () => {
    const { page, problems, close } = await openPage(browser, `${site.url}start/react/`)
    const selectedTab = (label: string) => page.getByRole('tab', { name: label, selected: true })
    await page.getByRole('tab', { name: 'Astro' }).click()
    await page.goto(`${site.url}recipes/paywall/`)
    await page.getByRole('tab', { name: 'Script tag' }).click()
    await page.goto(`${site.url}start/checkout/`)
    await expect.poll(() => selectedTab('Astro').count()).toBe(1)
    await expect.poll(() => selectedTab('Script tag').count()).toBe(1)
    // Tabs of a Markdown file of the repository.
    await page.goto(`${site.url}guides/frameworks/`)
    await page.getByText('npx astro build').waitFor()
    // A link into another tab shows that tab.
    await page.goto(`${site.url}guides/frameworks/#fastify`)
    await expect.poll(() => selectedTab('Fastify').count()).toBe(1)
    await page.goto(`${site.url}guides/settlement/`)
    await page.getByRole('tab', { name: 'pnpm' }).click()
    await page.getByText('pnpm add nostr-tools ws').waitFor()
    await page.goto(`${site.url}packages/core/`)
    await expect.poll(() => selectedTab('pnpm').count()).toBe(1)
    await close()
    expect(problems).toEqual([])
  })

  it('lists the headings of a page beside it', () => {
    const listed = (page: string) =>
      [
        ...(/<starlight-toc[\s\S]*?<\/starlight-toc>/u.exec(htmlOf(page))?.[0] ?? '').matchAll(
          /href="#([^"]+)"/gu,
        ),
      ].map(([, id]) => id)
    for (const page of pages.filter((path) => path.startsWith('start/')))
      expect([page, listed(page).length > 2]).toEqual([page, true])
    for (const page of ['guides/frameworks/', 'guides/react/']) {
      const headings = [...htmlOf(page).matchAll(/<h2 id="(?!starlight__)([^"]+)"/gu)].map(([, id]) => id)
      expect(headings.length).toBeGreaterThan(5)
      expect(listed(page)).toEqual(expect.arrayContaining(headings))
    }
  })

  it('runs the code of the playground, in the page', async () => {
    const { page, problems, close } = await openPage(browser, `${site.url}playground/`)
    const frame = page.frameLocator('iframe')
    const log = page.getByRole('region', { name: 'Console and server' })
    const pay = async () => {
      await frame.getByRole('button', { name: /^Pay( \d|$)/ }).click()
      await frame.getByRole('button', { name: 'Pay as a wallet would' }).click()
    }
    await page.getByLabel('Example').selectOption('Checkout')
    await pay()
    await frame.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await log.getByText('onEvent: charge.paid order-7').waitFor()

    await page.getByLabel('Example').selectOption('Pay button')
    const editor = page.getByRole('textbox', { name: 'Code' })
    const changed = (await editor.textContent())?.includes('amountSats={2_100}')
    expect(changed).toBe(true)
    await editor.fill(
      `import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
       export default () => (
         <LeydenProvider bffUrl="/api/leyden">
           <PayToLightningAddress address="alice@wallet.example" amountSats={700} />
         </LeydenProvider>
       )`,
    )
    await editor.press('Control+Enter')
    await pay()
    await frame.getByRole('heading', { name: 'Paid 700 sats' }).waitFor()

    await editor.fill('export default () => <p>')
    await page.getByRole('button', { name: 'Run' }).click()
    await log.getByText(/^error .*\(1:/u).waitFor()
    for (const name of inSoak ? ['Tip jar', 'Payout address', 'Your own user interface'] : []) {
      await page.getByLabel('Example').selectOption(name)
      await frame.getByRole('button').first().waitFor()
    }
    await close()
    expect(problems).toEqual([])
  })

  it('finds what a newcomer means, without a server', async () => {
    const { page, close } = await openPage(browser, site.url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('rate limit')
    await expect.poll(() => page.locator('.pagefind-ui__result-link').count()).toBeGreaterThan(2)
    // As text, because Vite would rewrite the import.
    const best: Record<string, string> = await page.evaluate(`(async () => {
      const { search } = await import('${SITE_PATH}pagefind/pagefind.js')
      const best = {}
      // One after the other, as somebody types.
      for (const word of ${JSON.stringify([...Object.keys(SEARCHES), ...Object.keys(QUESTIONS)])}) {
        const [result] = (await search(word)).results
        best[word] = (await result.data()).url.slice(${SITE_PATH.length})
      }
      return best
    })()`)
    const wrong = Object.entries(SEARCHES).filter(([word, pages]) => !pages.includes(best[word] ?? ''))
    expect(wrong.map(([word]) => `${word}: ${best[word]}`)).toEqual([])
    const answers = Object.keys(QUESTIONS).map((question) => [question, best[question]])
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(
        Object.entries(QUESTIONS).map(([question, page]) => [question, `questions/${page}/`]),
      ),
    )
    await close()
  })

  it('answers each question in its first 150 words', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/questions.md'), 'utf8')
    const [, ...answers] = text.split(/^### /mu)
    expect(answers).toHaveLength(Object.keys(QUESTIONS).length)
    const long = answers.filter((answer) => answer.split(/\s+/u).length > 150)
    expect(long.map((answer) => answer.split('\n')[0])).toEqual([])
  })

  it('lists all pages for language models in llms.txt, with their text in llms-full.txt', () => {
    const index = readFileSync(join(folder, 'llms.txt'), 'utf8')
    // The frame of the playground is no page to read.
    expect(index.match(/^- \[/gmu)).toHaveLength(pages.length - 1)
    expect(readFileSync(join(folder, 'llms-full.txt'), 'utf8')).toContain('# Error codes')
    const summary = readFileSync(join(folder, 'llms-summary.txt'), 'utf8')
    for (const part of ['<PayToLightningAddress', 'createBff({', 'leyden.js', 'bff.sign(', 'LEYDEN_SETTLES'])
      expect(summary).toContain(part)
    expect(summary.split(/\s+/u).length).toBeLessThan(2_500)
  })
})

interface Violation {
  id: string
  nodes: { html: string }[]
}
