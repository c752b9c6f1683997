import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** The tests of core and lightning that say something about a rule: quick ones, which look at more than names. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@leyden/source', ...defaultServerConditions] } },
  test: {
    include: ['packages/{core,lightning}/src/**/*.test.ts'],
    exclude: ['**/{watch,public-exports,readme,parsers}.test.ts'],
  },
})
