// Mutation tests of core and lightning: changes the code bit by bit and expects a test to fail each time. `npm run
// mutations` takes about a quarter of an hour; one file: `npm run mutations -- --mutate packages/core/src/money.ts`.
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'config/tests/mutations.config.ts' },
  // Tests of the watch wait for real seconds, so its code is left out.
  mutate: [
    'packages/{core,lightning}/src/**/*.ts',
    '!**/{*.test,*.test-d,watch,watch-url}.ts',
    '!**/test-support/**',
  ],
  // TypeScript 7 has no compiler API, which Stryker would use to read one.
  tsconfigFile: 'none.json',
  reporters: ['clear-text', 'progress'],
  thresholds: { high: 95, low: 80, break: 70 },
  tempDirName: '.stryker-tmp',
}
