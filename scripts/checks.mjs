// Every check there is, as steps; check.mjs and test.mjs choose from them.
import { join } from 'node:path'
import { root, runNode, tool } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureStrace, ensureZbar } from './debian-package.mjs'
import { ensureFirefox } from './firefox.mjs'
import { ensureMono } from './mono.mjs'
import { ensureNginx } from './nginx.mjs'
import { programStep } from './steps.mjs'
import { vitestStep } from './vitest-step.mjs'

export const build = programStep('build and types', () =>
  runNode([tool('typescript', 'tsc'), '-b'], { timeoutMs: 300_000 }),
)

export const lint = programStep('lint', () =>
  runNode([tool('@biomejs/biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched'], {
    timeoutMs: 60_000,
  }),
)

export const workspace = programStep('workspace', () => runNode([join(root, 'scripts/workspace-check.mjs')]))

const NODE_PROJECTS = ['scripts', 'core', 'lightning', 'sandbox', 'bff', 'app-bff', 'react-ssr', 'game']

export const strace = programStep('strace', async () => {
  ensureStrace()
  return 0
})

export const nginx = programStep('nginx', async () => {
  ensureNginx()
  return 0
})

export const zbar = programStep('ZBar', async () => {
  ensureZbar()
  return 0
})

export const mono = programStep('Mono', async () => {
  ensureMono()
  return 0
})

export const nodeTests = vitestStep('tests in Node', NODE_PROJECTS, { timeoutMs: 480_000, workers: 2 })

/** Those of them that are quick. */
export const quickTests = vitestStep('quick tests in Node', NODE_PROJECTS, { env: { LEYDEN_QUICK: '1' } })

export const chromium = programStep('Chromium', async () => {
  console.log(ensureChromium())
  return 0
})

/** What the embed promises first, in a second browser, where there is one. */
export const firefoxTests = {
  name: 'Firefox',
  projects: ['firefox'],
  run: async () => {
    const path = ensureFirefox()
    if (path) return vitestStep('Firefox', ['firefox'], { env: { LEYDEN_FIREFOX: path }, workers: 2 }).run()
    console.log(
      'No Firefox here, and none can be installed: its tests are left out. LEYDEN_FIREFOX names one.',
    )
    return { passed: 0, failed: 0 }
  },
}

export const componentTests = vitestStep('components', ['react', 'react-18', 'preact'])

export const embed = programStep('embed build', () =>
  runNode([join(root, 'scripts/embed-build.mjs')], { timeoutMs: 240_000 }),
)

export const embedTests = vitestStep('embed', ['embed-browser'])

export const stories = vitestStep('stories', ['stories', 'stories-dark'])

export const size = programStep('size', () =>
  runNode([join(root, 'scripts/size.mjs')], { timeoutMs: 120_000 }),
)

export const demo = programStep('demo build', () =>
  runNode([join(root, 'scripts/demo-build.mjs')], { timeoutMs: 120_000 }),
)

export const journeys = vitestStep('journeys', ['e2e', 'embed'], {
  timeoutMs: 480_000,
  workers: 2,
})

export const startCommand = vitestStep('npm start', ['start'])

export const packedApps = vitestStep("strangers' apps", ['packed'], { timeoutMs: 480_000 })

/** The recipes of docs/games.md in the real engines, whose libraries are large: `npm run soak` runs them. */
export const engineRecipes = vitestStep('games of other engines', ['engines'])
