// `node scripts/contact-sheet.mjs [filter]`: every story, light and dark, as pictures in screenshots/ and on one
// sheet per scheme, to be looked at beside the mock. `--no-build` takes the Storybook that is there.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root, runNode, tool } from './child.mjs'
import { chromiumArgs, ensureChromium } from './chromium.mjs'
import { installIfNeeded } from './pnpm.mjs'
import { serveFolder } from './static-server.mjs'

const SCHEMES = ['light', 'dark']
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
  for (const scheme of SCHEMES) {
    mkdirSync(join(pictures, scheme), { recursive: true })
    for (const story of stories)
      if (!(await takePicture(story, scheme))) broken.push(`${story.id} (${scheme})`)
    await assemble(stories, scheme)
  }
  console.log(
    `${stories.length} stories, light and dark: ${join(pictures, 'light.png')}, dark.png, and one file each`,
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

/** Whether the story was rendered without an error. */
async function takePicture({ id }, scheme) {
  const page = await browser.newPage({
    colorScheme: scheme,
    viewport: { width: 460, height: 900 },
    reducedMotion: 'reduce',
  })
  try {
    await page.goto(`${server.url}/iframe.html?id=${id}&viewMode=story&globals=scheme:${scheme}`)
    await page.waitForSelector('body.sb-show-main, body.sb-show-errordisplay', { timeout: 15_000 })
    await page.waitForFunction(
      () => document.querySelector('#storybook-root')?.childElementCount > 0,
      undefined,
      { timeout: 15_000 },
    )
    await page.waitForTimeout(150)
    await page.screenshot({ path: join(pictures, scheme, `${id}.png`), fullPage: true })
    return await page.evaluate(() => document.body.classList.contains('sb-show-main'))
  } catch (error) {
    console.error(`${id}: ${error.message.split('\n')[0]}`)
    return false
  } finally {
    await page.close()
  }
}

async function assemble(stories, scheme) {
  const figures = stories.map(
    ({ id, title, name }) =>
      `<figure><img src="${scheme}/${id}.png" alt=""><figcaption>${escapeHtml(`${title}: ${name}`)}</figcaption></figure>`,
  )
  const ground = scheme === 'dark' ? '#0d0e11' : '#eceae6'
  const ink = scheme === 'dark' ? '#b1aca2' : '#5d574d'
  const html = `<!doctype html><meta charset="utf-8"><title>Contact sheet, ${scheme}</title><style>
body { margin: 24px; background: ${ground}; color: ${ink}; font: 13px/1.4 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(5, 300px); gap: 18px; align-items: start; width: max-content; }
figure { margin: 0; } img { width: 300px; display: block; }
</style><main>${figures.join('\n')}</main>`
  const path = join(pictures, `${scheme}.html`)
  writeFileSync(path, html)
  const page = await browser.newPage({ viewport: { width: 1640, height: 1000 } })
  await page.goto(`file://${path}`)
  await page.screenshot({ path: join(pictures, `${scheme}.png`), fullPage: true })
  await page.close()
}

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
