import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { serveFolder } from '../harness/serve-folder.js'

const browser = await sharedBrowser()

const DOCS_APP = fileURLToPath(new URL('../../../docs/', import.meta.url))
const BASE_PATH = '/docs/leyden/'
const run = promisify(execFile)
const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const folder = mkdtempSync(join(tmpdir(), 'leyden-docs-'))
let site: Awaited<ReturnType<typeof serveFolder>>
/** The paths of all pages, relative to the site's, with a slash at the end. */
let pages: string[]

beforeAll(async () => {
  // Vitest's environment variables would make this a development build.
  const { PATH: path, HOME: home } = process.env
  const env = { PATH: path, HOME: home, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  await run(process.execPath, ['api-reference.mjs'], { cwd: DOCS_APP, env })
  await run(
    process.execPath,
    ['node_modules/astro/astro.js', 'build', '--base', BASE_PATH, '--outDir', folder],
    {
      cwd: DOCS_APP,
      env,
    },
  )
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => file.replaceAll('\\', '/').replace(/index\.html$/u, ''))
  site = await serveFolder(folder, BASE_PATH)
})
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

const htmlOf = (page: string) => readFileSync(join(folder, page, 'index.html'), 'utf8')
/** The pages to open in a browser. `npm test` opens one of each layout. */
const pagesToOpen = () =>
  inSoak ? pages : ['', 'start/react/', 'guides/configuration/', 'engines/unity/', 'api/core-webhook/']

describe('the documentation, served below a path', () => {
  it('has no broken links and pictures', () => {
    expect(pages.length).toBeGreaterThan(50)
    const broken: string[] = []
    const anchors = new Map<string, Set<string>>()
    const anchorsOf = (page: string) => {
      const known =
        anchors.get(page) ?? new Set([...htmlOf(page).matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id))
      anchors.set(page, known as Set<string>)
      return known as Set<string>
    }
    for (const page of pages)
      for (const [, href = ''] of htmlOf(page).matchAll(/<(?:a\s[^>]*?href|img\s[^>]*?src)="([^"]*)"/gu)) {
        const { origin, pathname, hash } = new URL(href, `http://docs.example${BASE_PATH}${page}`)
        if (origin !== 'http://docs.example') continue
        const target = pathname.startsWith(BASE_PATH)
          ? decodeURIComponent(pathname.slice(BASE_PATH.length))
          : null
        const isPage = target !== null && pages.includes(target)
        if (!isPage && !(target && existsSync(join(folder, target)))) broken.push(`${page}: ${href}`)
        else if (isPage && hash && !anchorsOf(target).has(decodeURIComponent(hash.slice(1))))
          broken.push(`${page}: no ${hash} in ${target}`)
      }
    expect(broken).toEqual([])
  })

  it('can be read at 320 pixels, without JavaScript', async () => {
    const viewport = { width: 320, height: 640 }
    const { page, close } = await openPage(browser, site.url, { viewport, javaScriptEnabled: false })
    const problems: string[] = []
    for (const path of pagesToOpen()) {
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
      // A scheme changes only colours, which the pages share: the first page has a widget, the next two have code and tables.
      for (const path of colorScheme === 'dark' && !inSoak ? pagesToOpen().slice(0, 3) : pagesToOpen()) {
        await opening.page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
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

  it('takes a payment on its first page', async () => {
    const { page, problems, close } = await openPage(browser, site.url)
    const widget = page.locator('section.leyden')
    await widget.getByRole('button', { name: /^Pay( \d|$)/ }).click()
    await page.getByRole('button', { name: 'Pay as a wallet would' }).click()
    await expect.poll(() => widget.textContent()).toContain('Paid 2,100 sats')
    await close()
    expect(problems).toEqual([])
  })

  it('draws every diagram, in light and dark', async () => {
    const pagesWithDiagrams = pages.filter((page) => htmlOf(page).includes('<pre class="diagram'))
    expect(pagesWithDiagrams).toContain('guides/architecture/')
    for (const page of pages) expect(htmlOf(page)).not.toMatch(/data-language="mermaid"|```mermaid/u)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems, close } = await openPage(browser, site.url, { colorScheme })
      for (const path of pagesWithDiagrams) {
        await page.goto(`${site.url}${path}`)
        const sources = await page.locator('pre.diagram').count()
        const drawn = page.locator(
          `pre.diagram[data-drawn=${colorScheme === 'dark' ? 'dark' : 'neutral'}] > svg`,
        )
        await expect.poll(() => drawn.count()).toBe(sources)
      }
      await close()
      expect(problems).toEqual([])
    }
  })

  it('shows the code of the framework that the reader chose on another page', async () => {
    const { page, problems, close } = await openPage(browser, site.url)
    const selectedTab = (label: string) => page.getByRole('tab', { name: label, selected: true })
    await page.goto(`${site.url}start/react/`)
    await page.getByRole('tab', { name: 'Astro' }).click()
    await page.goto(`${site.url}recipes/paywall/`)
    await page.getByRole('tab', { name: 'Script tag' }).click()
    await page.goto(`${site.url}start/checkout/`)
    await expect.poll(() => selectedTab('Astro').count()).toBe(1)
    await expect.poll(() => selectedTab('Script tag').count()).toBe(1)
    await close()
    expect(problems).toEqual([])
  })

  it('can be searched without a server', async () => {
    const { page, close } = await openPage(browser, site.url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('rate limit')
    await expect.poll(() => page.locator('.pagefind-ui__result-link').count()).toBeGreaterThan(2)
    await close()
  })

  it('lists all pages for language models in llms.txt, with their text in llms-full.txt', () => {
    const index = readFileSync(join(folder, 'llms.txt'), 'utf8')
    expect(index.match(/^- \[/gmu)).toHaveLength(pages.length)
    expect(readFileSync(join(folder, 'llms-full.txt'), 'utf8')).toContain('# Error codes')
  })
})

interface Violation {
  id: string
  nodes: { html: string }[]
}
