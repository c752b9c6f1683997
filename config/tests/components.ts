// The components in a browser, from source.
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { otherFrameworks } from '../../packages/embed/other-frameworks.mjs'
import { preactAlias } from '../../packages/embed/preact-alias.mjs'
import {
  CORES,
  chromium,
  fromSource,
  GROUP,
  isSoak,
  type Project,
  patient,
  type TestOptions,
} from './project.ts'

/** Chromium runs as root in containers, has no graphics card and must not send requests of its own. */
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // Without a graphics card, a separate process for graphics takes a tenth of the processor's time.
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const STILL_SPINNERS = 'src/test-support/still-spinners.ts'
const NO_OWNER_STACKS = 'src/test-support/no-owner-stacks.ts'
/** Setup files: a longer timeout of Testing Library, less work than for people, and what undoes the changes of a test. */
const SETUP = [
  'src/test-support/async-timeout.ts',
  STILL_SPINNERS,
  NO_OWNER_STACKS,
  'src/test-support/clean-up.ts',
]
/** The code of a payment, for which no test of a component has to wait. */
const PAYMENT = 'src/test-support/load-payment.ts'
const PAYMENT_IN_OLDEST_BROWSERS = 'src/test-support/payment-in-oldest-browsers.ts'

/** Tests that depend on the version: effects under StrictMode, refs, the oldest TanStack Query, hydration. */
const REACT_18 = 'src/**/{being-paid,parts,queries,ramp-frame,hydration}.browser.test.tsx'

/**
 * Tests in which events, focus, effects or frames could differ with Preact. The journeys of the embed have Preact too,
 * so two files are enough for `npm test`: what keys do to fields, and what frames do.
 */
const PREACT = isSoak
  ? 'src/**/{paying,being-paid,amount-field,by-keyboard,looking-up,queries,nothing-left-behind,ramp-frame,ramp-return}.browser.test.tsx'
  : 'src/**/{by-keyboard,ramp-frame}.browser.test.tsx'

/** Each state in each mode under axe, and in a page that is translated: minutes. */
const EVERY_RENDER = '**/every-{render,translation}.browser.test.tsx'

export const components = async () => [
  reactProject('react', GROUP.react, ['src/**/*.browser.test.tsx', 'src/**/*.browser.test.ts']),
  reactProject('react-18', GROUP.small, [REACT_18], '-18'),
  preactProject(),
  {
    ...fromSource,
    root: 'packages/embed',
    plugins: [otherFrameworks()],
    optimizeDeps: {
      // If Vite found one of these later, it would reload the page during a test.
      include: [
        '@angular/compiler',
        '@angular/core',
        '@angular/platform-browser',
        'lit',
        'lit/static-html.js',
        'preact',
        'react',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'solid-js',
        'solid-js/web',
        'svelte',
        'svelte/internal/client',
        'svelte/internal/disclose-version',
        'vue/dist/vue.esm-browser.prod.js',
      ],
    },
    test: inChromium({
      name: 'embed-browser',
      sequence: { groupOrder: GROUP.small },
      include: ['src/**/*.browser.test.ts', 'src/**/*.browser.test.tsx'],
    }),
  },
  await stories(),
]

function inChromium(test: TestOptions) {
  return {
    ...test,
    ...patient,
    setupFiles: [...patient.setupFiles, ...(test.setupFiles ?? [])],
    // One page more than cores in the one browser: a page waits for two fifths of its time, for a frame or a reply. A
    // small project has one page.
    maxWorkers: test.sequence?.groupOrder === GROUP.small ? 1 : CORES + 1,
    // Tests in a page read this variable too.
    env: { LEYDEN_SOAK: isSoak ? '1' : '' },
    // Files share a page: to load the modules again for each, and to keep all of them, takes half as much time again.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { args: CHROMIUM_ARGUMENTS, ...(chromium && { executablePath: chromium }) },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  } satisfies TestOptions
}

/**
 * The components with the workspace's React and TanStack Query, or with the oldest supported versions, and then without
 * APIs that the oldest browsers lack.
 */
function reactProject(name: string, groupOrder: number, include: string[], version = '') {
  const alias = version
    ? [
        { find: /^react(?=\/|$)/, replacement: `react${version}` },
        { find: /^react-dom(?=\/|$)/, replacement: `react-dom${version}` },
        { find: '@tanstack/react-query', replacement: 'react-query-floor' },
      ]
    : []
  return {
    root: 'packages/react',
    // A prebuilt library contains the React that it was built with.
    cacheDir: `node_modules/.vite-${name}`,
    // Tailwind changes only style sheets that import it.
    plugins: [react(), tailwindcss()],
    resolve: { ...fromSource.resolve, alias },
    optimizeDeps: {
      // If Vite found one of these later, it would reload the page during a test.
      include: [
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        '@testing-library/react',
        '@tanstack/react-query',
        'axe-core',
        'qrcode.react',
        'storybook/test',
      ],
    },
    test: inChromium({
      name,
      sequence: { groupOrder },
      include,
      exclude: isSoak ? [] : [EVERY_RENDER],
      setupFiles: [...SETUP, version ? PAYMENT_IN_OLDEST_BROWSERS : PAYMENT],
    }),
  } satisfies Project
}

/** The components with Preact, like in the embed. */
function preactProject() {
  const { test, ...project } = reactProject('preact', GROUP.small, [PREACT])
  return {
    ...project,
    plugins: [],
    resolve: { ...fromSource.resolve, alias: preactAlias },
    optimizeDeps: {
      // If they were prebuilt one by one, each library would contain its own Preact.
      noDiscovery: true,
      exclude: ['@testing-library/react'],
      include: ['@testing-library/react > @testing-library/dom'],
    },
    test: {
      ...test,
      setupFiles: [...SETUP, 'src/test-support/change-as-input.ts', PAYMENT_IN_OLDEST_BROWSERS],
    },
  } satisfies Project
}

/** Stories in the browser, with their interactions and their accessibility. */
async function stories() {
  // Loaded only for runs with stories, because it takes two seconds and reads the index of all stories.
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  return {
    plugins: [
      storybookTest({
        configDir: join(import.meta.dirname, '../../.storybook'),
        tags: { exclude: isSoak ? [] : ['soak'] },
      }),
    ],
    test: inChromium({
      name: 'stories',
      sequence: { groupOrder: GROUP.stories },
      setupFiles: ['src/test-support/clean-up-story.ts', STILL_SPINNERS, NO_OWNER_STACKS].map(
        (file) => `packages/react/${file}`,
      ),
    }),
  } satisfies Project
}
