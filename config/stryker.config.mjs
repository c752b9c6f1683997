import { MUTATED } from './tests/mutated.mjs'

// Mutation tests: changes the code bit by bit and expects a test to fail each time. All of it takes long; one file:
// `npm run mutations -- --mutate packages/core/src/client/money.ts`.
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'config/tests/mutations.config.ts' },
  // Tests of the watch wait for real seconds, so its code is left out.
  mutate: [
    ...MUTATED.map((folder) => `${folder}/**/*.ts`),
    '!**/{*.test,*.test-d,watch,watch-url,fixtures}.ts',
    '!**/test-support/**',
  ],
  // TypeScript 7 has no compiler API, which Stryker would use to read one.
  tsconfigFile: 'none.json',
  reporters: ['clear-text', 'progress'],
  thresholds: { high: 95, low: 80, break: 70 },
  tempDirName: '.stryker-tmp',
}
