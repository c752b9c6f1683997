// `npm run record`: records the moving pictures of a payment in the README, light and dark, and the still one, from the
// built demo and the sandbox. With `--built` it does not build again.
import './node-version.mjs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './programs.mjs'
import { root } from './run.mjs'

/** Other ports than those of `npm start`, which may be running. */
const PORTS = { SANDBOX: 4710, RAMP: 4711, BFF: 4712, DEMO: 4713, GAME: 4714 }
const WIDTH = 420
const WIDGET = '[aria-labelledby=tip-heading] .leyden'
const ADDRESS = 'alice@wallet.example'

for (const [name, port] of Object.entries(PORTS)) process.env[`LEYDEN_${name}_PORT`] = String(port)
process.env.LEYDEN_DATA_DIR = mkdtempSync(join(tmpdir(), 'leyden-'))
// Installs, builds and starts the same as `npm start` in this process, and ends it at a signal.
await import('./start.mjs')
const { chromium } = await import('playwright')
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
for (const scheme of ['light', 'dark']) await save(await recordPayment(browser, scheme), scheme)
await browser.close()
process.kill(process.pid, 'SIGTERM')

/** @returns screenshots, each with its duration in milliseconds, and whether it is part of the still picture */
async function recordPayment(browser, colorScheme) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 680 },
    // Sharp on most screens.
    deviceScaleFactor: 1.5,
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    // Needed for the style below.
    bypassCSP: true,
  })
  const page = await context.newPage()
  await page.goto(`http://localhost:${PORTS.DEMO}`)
  await page.getByText('Someone else').click()
  await page.getByText('Your wallets').click()
  await page.getByLabel('Installed').uncheck()
  await page.mouse.move(0, 0)
  // Shows only the widget, in the middle of the picture.
  await page.addStyleTag({
    content: `
      body * { visibility: hidden }
      ${WIDGET}, ${WIDGET} * { visibility: visible }
      ${WIDGET} { position: fixed; inset: 16px auto auto 50%; translate: -50%; inline-size: ${WIDTH - 32}px }
      ::-webkit-scrollbar { display: none }`,
  })
  const frames = []
  const show = async (durationMs, isStill = false) =>
    frames.push({ image: await page.screenshot(), durationMs, isStill })
  const widget = page.locator(WIDGET)
  const type = async (name, text, keys) => {
    const field = widget.getByRole('textbox', { name })
    await field.focus()
    for (let end = keys; end <= text.length; end += keys) {
      await field.pressSequentially(text.slice(end - keys, end))
      await show(110)
    }
  }

  await show(900)
  await type('Lightning Address', ADDRESS, 2)
  await widget.getByText(`${ADDRESS} accepts Lightning payments.`).waitFor()
  await show(1_200)
  // The demo's artists have their prices in dollars.
  await type('Amount', '2.10', 1)
  await show(900, true)
  await widget.getByRole('button', { name: /^Pay/ }).click()
  await widget.getByRole('img', { name: /QR code/ }).waitFor()
  await show(2_400, true)
  await page.getByText('from the phone').dispatchEvent('click')
  await widget.getByRole('heading', { name: 'Paid $2.10' }).waitFor()
  await show(3_000, true)
  await context.close()
  return frames
}

async function save(frames, scheme) {
  const { default: sharp } = await import('sharp')
  const file = join(root, 'docs', `payment-${scheme}.webp`)
  const imagesOf = (shown) => shown.map(({ image }) => image)
  const delay = frames.map(({ durationMs }) => durationMs)
  const { size } = await sharp(imagesOf(frames), { join: { animated: true } })
    .webp({ quality: 80, effort: 6, loop: 0, delay })
    .toFile(file)
  const still = sharp(imagesOf(frames.filter(({ isStill }) => isStill)), { join: { across: 3 } })
  if (scheme === 'light') await still.png({ palette: true }).toFile(join(root, 'docs/pay-widget.png'))
  console.log(`${file}: ${frames.length} frames, ${Math.round(size / 1_000)} kB`)
}
