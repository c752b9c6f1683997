// What the mutation tests of `npm run mutations` change, and the tests that have to notice it.

/** The folders whose code is changed. */
export const MUTATED = ['packages/{core,lightning}/src', 'packages/react/src/{pay/flow,pay/ledger,ramp/flow}']

/** The tests in these folders, and others that run their code. */
export const NOTICING = [
  ...MUTATED.map((folder) => `${folder}/**/*.test.ts`),
  'packages/react/src/**/pay/engine/*.test.ts',
  'packages/react/src/**/state-fields.test.ts',
]
