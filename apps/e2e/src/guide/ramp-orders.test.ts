import { join } from 'node:path'
import { startSandbox } from '@leyden/sandbox/node'
import type { Frame, Page } from 'playwright'
import { afterAll, expect, it } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { createSampleApp, pageOf, readGuide, sampleOf } from '../harness/sample-app.js'

const guide = await readGuide('ramp.md')
const app = await createSampleApp({
  'server.mjs': sampleOf(guide, 'server.mjs'),
  'buy.tsx': sampleOf(guide, 'buy.tsx'),
  'fetched.tsx': sampleOf(guide, 'fetched.tsx'),
  ...pageOf(
    "import { Buy as ByOrder } from './buy'\nimport { Buy as Fetched } from './fetched'",
    "location.hash === '#fetched' ? <Fetched /> : <ByOrder />",
  ),
})
const browser = await sharedBrowser()
const [port = 0, pagePort = 0] = await freePorts(2)
const pageUrl = `http://localhost:${pagePort}`
const sandbox = await startSandbox({ apiKey: 'key-of-the-orders', port: 0, rampPort: 0 })
app.run(['server.mjs'], {
  PORT: String(port),
  DATABASE_FILE: join(app.folder, 'leyden.db'),
  LEYDEN_API_KEY: 'key-of-the-orders',
  LEYDEN_BASE_URL: sandbox.url,
  LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
  LEYDEN_PUBLIC_URL: `${pageUrl}/api/leyden`,
  LEYDEN_NETWORK: 'regtest',
  LEYDEN_SECRET: 'a secret of at least thirty-two characters',
})
await app.servePage(pagePort, port)

afterAll(async () => {
  await app.close()
  await sandbox.close()
})

async function rampFrame(tab: Page): Promise<Frame> {
  const findFrame = () => tab.frames().find((frame) => frame.url().startsWith(`${sandbox.rampUrl}/`))
  await expect.poll(() => findFrame() !== undefined).toBe(true)
  return findFrame() as Frame
}

// Both have the reference of the guide, which is for one purchase only.
it.each([
  ['#order', 'purchase-7 is complete\n'],
  ['#fetched', 'A second session completed a purchase that is complete'],
])('the code of the guide sells to a guest: %s', async (hash, written) => {
  const { page: tab, problems, close } = await openPage(browser, `${pageUrl}/${hash}`)
  await tab.getByRole('button', { name: 'Continue to provider' }).click()
  const ramp = await rampFrame(tab)
  await ramp.getByText('buyer@mail.example').waitFor()
  app.output = ''
  await purchase(ramp)
  await tab.getByRole('heading', { name: 'Purchase complete' }).waitFor()
  await expect.poll(() => app.output).toContain(written)
  expect(problems).toEqual([])
  await close()
})
