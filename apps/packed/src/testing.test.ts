import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, INSTALL_NEWEST_OPTIONS, INSTALL_OPTIONS } from './consumer.js'
import { packedTarballs } from './pack.js'
import { runTests, testingManifest, VITEST, writeTestingApp } from './testing-app.js'

const pinned = (version: string) => version
/** npm chooses the newest one. Vitest 5 needs Node 22, and npm installs it on Node 20 as well. */
const newest = (_: string, name: string) =>
  /^(?:@vitest\/|vitest$)/.test(name) && process.versions.node.startsWith('20.') ? '4' : '*'

async function installTestingApp(versionOf: (version: string, name: string) => string): Promise<string> {
  const { dependencies, devDependencies, ...manifest } = await testingManifest()
  const versions = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).map(([name, version]) => [name, versionOf(version, name)]))
  const tarballs = Object.entries(packedTarballs()).map(([name, file]) => [name, `file:${file}`])
  const app = await writeTestingApp({
    ...manifest,
    dependencies: { ...versions(dependencies), ...Object.fromEntries(tarballs) },
    devDependencies: versions(devDependencies),
  })
  await command(app, 'npm', ['install', ...(versionOf === newest ? INSTALL_NEWEST_OPTIONS : INSTALL_OPTIONS)])
  return app
}

// `npm test` runs Vitest in the app of packed.test.ts, which has it. The other runners take long to install.
describe.each([
  ['pinned', pinned],
  ['newest', newest],
] as const)('in the %s versions', (_, versionOf) => {
  let app: string
  beforeAll(async () => {
    app = await installTestingApp(versionOf)
  })
  afterAll(() => rm(app, { recursive: true, force: true }))

  it.each([
    ['Vitest in jsdom, happy-dom and a browser', ...VITEST],
    ['Jest', 'jest', /Tests:\s+1 passed/],
    ['Playwright', 'playwright test', /1 passed/],
  ] as const)('the files in the pages about testing pay an invoice in %s', async (_, runner, summary) => {
    expect(await runTests(app, runner)).toMatch(summary)
  })
})
