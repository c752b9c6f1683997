import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { NOTICING } from './mutated.mjs'

/** The tests of the code that is mutated: fast ones that check behaviour, and not those of names only. */
export default defineConfig({
  resolve: { conditions: ['@leyden/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@leyden/source', ...defaultServerConditions] } },
  test: {
    include: NOTICING,
    exclude: ['**/{watch,public-exports,readme,parsers,service-doc}.test.ts'],
    // The tests of the ledger need a page only for its storage and its events.
    setupFiles: ['config/tests/page-in-node.ts'],
    // A slow machine may explore for long.
    testTimeout: 120_000,
    // Each step of the explored payments takes four times as long.
    env: { LEYDEN_EXPLORE_DEPTH: '2' },
  },
})
