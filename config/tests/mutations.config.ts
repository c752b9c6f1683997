import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** The tests of core and lightning that check behaviour: fast ones, and not those of names only. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@leyden/source', ...defaultServerConditions] } },
  test: {
    include: ['packages/{core,lightning}/src/**/*.test.ts'],
    exclude: ['**/{watch,public-exports,readme,parsers}.test.ts'],
  },
})
