// `node scripts/contact-sheet.mjs [filter]`: every story, light and dark, as pictures in screenshots/ and on
// sheets, one for each group, to be looked at beside the mock. `--no-build` takes the Storybook that is there.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root, runNode, tool } from './child.mjs'
import { chromiumArgs, ensureChromium } from './chromium.mjs'
import { installIfNeeded } from './pnpm.mjs'
import { serveFolder } from './static-server.mjs'

const SCHEMES = ['light', 'dark']
const WIDTH = 460
/** As low as can be: a picture is of the full page, which is then as high as the story. */
const LOW = 100
const built = join(root, 'storybook-static')
const pictures = join(root, 'screenshots')

const args = process.argv.slice(2)
const filter = args.find((arg) => !arg.startsWith('--')) ?? ''
if (!args.includes('--no-build') || !existsSync(join(built, 'index.json'))) await buildStorybook()

const server = await serveFolder(built)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
try {
  const { entries } = await (await fetch(`${server.url}/index.json`)).json()
  const stories = Object.values(entries).filter(({ type, id }) => type === 'story' && id.includes(filter))
  if (stories.length === 0) throw new Error('There is no story to take a picture of.')
  if (!filter) rmSync(pictures, { recursive: true, force: true })
  const broken = []
  const titles = [...new Set(stories.map(({ title }) => title))]
  for (const scheme of SCHEMES) {
    mkdirSync(join(pictures, scheme), { recursive: true })
    broken.push(...(await takePictures(stories, scheme)))
    for (const title of titles) await assemble(title, stories, scheme)
  }
  console.log(
    `${stories.length} stories, light and dark: one file each and a sheet for each group in ${pictures}`,
  )
  if (broken.length > 0) {
    console.error(`Not rendered: ${broken.join(', ')}`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.close()
}

async function buildStorybook() {
  await installIfNeeded()
  if ((await runNode([tool('typescript', 'tsc'), '-b', 'packages/react', 'packages/sandbox'])) !== 0) {
    throw new Error('The packages could not be built; the lines above say why.')
  }
  const code = await runNode(
    [tool('storybook'), 'build', '--loglevel', 'warn', '--disable-telemetry', '--output-dir', built],
    {
      env: { STORYBOOK_DISABLE_TELEMETRY: '1' },
      timeoutMs: 300_000,
    },
  )
  if (code !== 0) throw new Error('The Storybook could not be built; the lines above say why.')
}

/** Takes them all, two at a time, and returns those that did not render. */
async function takePictures(stories, scheme) {
  const waiting = [...stories]
  const broken = []
  const work = async () => {
    const page = await browser.newPage({
      colorScheme: scheme,
      viewport: { width: WIDTH, height: LOW },
      reducedMotion: 'reduce',
    })
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      if (!(await takePicture(page, story.id, scheme))) broken.push(`${story.id} (${scheme})`)
    }
    await page.close()
  }
  await Promise.all([work(), work()])
  return broken
}

/** Whether the story was rendered without an error. */
async function takePicture(page, id, scheme) {
  try {
    await page.goto(`${server.url}/iframe.html?id=${id}&viewMode=story&globals=scheme:${scheme}`)
    // Also what the story does has to be over: its picture is of how it ends.
    await page.waitForFunction(
      () =>
        document.body.matches('.sb-show-errordisplay') ||
        ['finished', 'errored', 'aborted'].includes(window.__STORYBOOK_PREVIEW__?.currentRender?.phase),
      undefined,
      { timeout: 40_000 },
    )
    // What has another page in it is as high as the screen allows, which was very low.
    const isTall = (await page.locator('iframe, .ly-skeleton').count()) > 0
    if (isTall) await page.setViewportSize({ width: WIDTH, height: 860 })
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(pictures, scheme, `${id}.png`), fullPage: true })
    if (isTall) await page.setViewportSize({ width: WIDTH, height: LOW })
    return await page.evaluate(
      () =>
        document.body.matches('.sb-show-main') &&
        !window.__STORYBOOK_ADDONS_CHANNEL__.last('playFunctionThrewException'),
    )
  } catch (error) {
    console.error(`${id}: ${error.message.split('\n')[0]}`)
    return false
  }
}

/** Puts the pictures of one group of stories beside each other. */
async function assemble(title, stories, scheme) {
  const figures = stories
    .filter((story) => story.title === title)
    .map(
      ({ id, name }) =>
        `<figure><img src="${scheme}/${id}.png" alt=""><figcaption>${escapeHtml(name)}</figcaption></figure>`,
    )
  const ground = scheme === 'dark' ? '#0d0e11' : '#eceae6'
  const ink = scheme === 'dark' ? '#b1aca2' : '#5d574d'
  const html = `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}, ${scheme}</title><style>
body { margin: 16px; background: ${ground}; color: ${ink}; font: 13px/1.4 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(5, 376px); gap: 16px; align-items: start; width: max-content; }
figure { margin: 0; } img { width: 376px; max-height: 900px; object-fit: cover; object-position: top; display: block; }
</style><main>${figures.join('\n')}</main>`
  const path = join(pictures, `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${scheme}`)
  writeFileSync(`${path}.html`, html)
  const page = await browser.newPage({ viewport: { width: 1980, height: 600 } })
  await page.goto(`file://${path}.html`)
  await page.screenshot({ path: `${path}.png`, fullPage: true })
  await page.close()
}

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
