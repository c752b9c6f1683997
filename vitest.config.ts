import { join } from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { preactAlias } from './packages/embed/preact-alias.mjs'
import { chromiumArgs, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
const launchOptions = { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) }

/**
 * What takes its time: killed processes, databases, thousands of streams, guarded connections, a browser.
 * `npm run check` leaves it to `npm test`.
 */
const SLOW = [
  '**/durability/**',
  '**/scale/**',
  '**/postgres/**',
  '**/lnurl/lnurl-bff.test.ts',
  '**/*.ssrf.test.ts',
  '**/program*.test.ts',
  '**/ramp/page/**',
]
const leftOut = process.env.LEYDEN_QUICK === '1' ? SLOW : []

/**
 * A test that starts processes or a browser can lose the race for a busy machine, so it has a second try, and the
 * summary of `npm test` names it. A property that was refuted is never tried again, nor what says `retry: 0`.
 */
const secondTry = { retry: { count: 1, condition: /^(?!Property failed)/u } }

function nodeProject(name: string, root: string, test: TestProjectInlineConfiguration['test'] = {}) {
  return {
    root,
    test: {
      name,
      environment: 'node',
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      testTimeout: 20_000,
      hookTimeout: 30_000,
      ...test,
      exclude: [...configDefaults.exclude, ...(test.exclude ?? []), ...leftOut],
    },
  } satisfies TestProjectInlineConfiguration
}

/**
 * The components in the browser: on the workspace's React and TanStack Query, or on the oldest that they promise to
 * run on, and then without what the oldest browsers do not have.
 */
function reactProject(name: string, include: string[], version = '') {
  return {
    root: 'packages/react',
    // Prebuilt libraries hold the React that they were built with.
    cacheDir: `node_modules/.vite-${name}`,
    plugins: [react()],
    resolve: {
      alias: version
        ? [
            { find: /^react(?=\/|$)/, replacement: `react${version}` },
            { find: /^react-dom(?=\/|$)/, replacement: `react-dom${version}` },
            { find: '@tanstack/react-query', replacement: 'react-query-floor' },
          ]
        : [],
    },
    optimizeDeps: {
      // Found late, any of these would reload the page in the middle of a test.
      include: [
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        '@testing-library/react',
        '@tanstack/react-query',
        'qrcode.react',
      ],
    },
    test: {
      name,
      include,
      setupFiles: version ? ['src/test-support/oldest-browsers.ts'] : [],
      retry: 1,
      testTimeout: 20_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  } satisfies TestProjectInlineConfiguration
}

/** The components as the embed has them, on Preact: what is about React itself is left out. */
function preactProject() {
  const { test, ...project } = reactProject('preact', ['src/**/*.browser.test.tsx'])
  return {
    ...project,
    plugins: [],
    resolve: { alias: preactAlias },
    optimizeDeps: {
      // Prebuilt one by one, libraries would each hold a Preact of their own.
      noDiscovery: true,
      exclude: ['@testing-library/react'],
      include: ['@testing-library/react > @testing-library/dom'],
    },
    test: {
      ...test,
      exclude: [
        ...configDefaults.exclude,
        '**/hydration.browser.test.tsx',
        // Looks, which style sheets make.
        '**/every-screen.browser.test.tsx',
      ],
      setupFiles: ['src/test-support/change-as-input.ts', 'src/test-support/oldest-browsers.ts'],
    },
  } satisfies TestProjectInlineConfiguration
}

/** Every story in the browser, with what it does and its accessibility, in one scheme. */
function storiesProject(name: string, scheme: 'light' | 'dark') {
  return {
    plugins: [
      storybookTest({ configDir: join(import.meta.dirname, '.storybook'), initialGlobals: { scheme } }),
    ],
    test: {
      name,
      retry: 1,
      testTimeout: 20_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  } satisfies TestProjectInlineConfiguration
}

export default defineConfig({
  test: {
    projects: [
      nodeProject('scripts', 'scripts', { include: ['*.test.mjs'] }),
      nodeProject('core', 'packages/core'),
      nodeProject('lightning', 'packages/lightning'),
      nodeProject('sandbox', 'packages/sandbox'),
      nodeProject('bff', 'packages/bff', secondTry),
      nodeProject('app-bff', 'apps/bff', secondTry),
      nodeProject('game', 'apps/game'),
      nodeProject('react-ssr', 'packages/react', {
        include: ['src/**/*.ssr.test.tsx', 'src/**/*.test.ts'],
        exclude: ['src/**/*.browser.test.ts'],
      }),
      reactProject('react', ['src/**/*.browser.test.tsx', 'src/**/*.browser.test.ts']),
      reactProject(
        'react-18',
        [
          'src/**/{paying,looking-up,queries,time-and-return,ramp-widget,ramp-frame,ramp-way-out,ramp-return}.browser.test.tsx',
          'src/hydration.browser.test.tsx',
        ],
        '-18',
      ),
      preactProject(),
      storiesProject('stories', 'light'),
      storiesProject('stories-dark', 'dark'),
      {
        root: 'packages/embed',
        test: {
          name: 'embed-browser',
          include: ['src/**/*.browser.test.ts', 'src/**/*.browser.test.tsx'],
          retry: 1,
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      // Real servers, a real browser and real waiting: most of it is idle, so two files share two cores well.
      nodeProject('e2e', 'apps/e2e', {
        ...secondTry,
        include: ['src/**/*.test.ts'],
        exclude: ['src/embed/**', 'src/engines/**', 'src/start/**'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
        env: executablePath ? { LEYDEN_CHROMIUM: executablePath } : {},
      }),
      nodeProject('embed', 'apps/e2e', {
        ...secondTry,
        include: ['src/embed/**/*.test.ts'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
        env: executablePath ? { LEYDEN_CHROMIUM: executablePath } : {},
      }),
      nodeProject('firefox', 'apps/e2e', {
        ...secondTry,
        include: ['src/embed/both-browsers/*.test.ts'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
        env: { LEYDEN_BROWSER: 'firefox' },
      }),
      // Real engines, which are large to build and slow to draw without a graphics card.
      nodeProject('engines', 'apps/e2e', {
        ...secondTry,
        include: ['src/engines/**/*.test.ts'],
        testTimeout: 120_000,
        hookTimeout: 90_000,
        env: executablePath ? { LEYDEN_CHROMIUM: executablePath } : {},
      }),
      // Builds anew what the journeys are served from, so it has a step apart from theirs.
      nodeProject('start', 'apps/e2e', {
        ...secondTry,
        include: ['src/start/**/*.test.ts'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
        env: executablePath ? { LEYDEN_CHROMIUM: executablePath } : {},
      }),
      // Packs every package and builds strangers' apps on the tarballs.
      nodeProject('packed', 'apps/packed', {
        ...secondTry,
        hookTimeout: 120_000,
        env: executablePath ? { LEYDEN_CHROMIUM: executablePath } : {},
      }),
    ],
  },
})
