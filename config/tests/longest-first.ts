import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take half a minute or more. If they started last, each would run alone at the end. Those that need the
 * processor come first.
 */
export const LONGEST = [
  'packed.test.ts',
  'storybook.test.ts',
  'docs.test.ts',
  'shells/shells.test.ts',
  'explore-payments.test.ts',
  'tarballs.test.ts',
  'planted-faults.test.ts',
  'kill-rounds.test.ts',
  'nwc.test.ts',
  'program.test.ts',
  'created-server.test.ts',
  'create/create.test.ts',
  'lnurl-charges.test.ts',
  'sqlite-store.test.ts',
  'code-blocks.test.mjs',
  'pictures.browser.test.tsx',
  'slow-disk.test.ts',
  'outage.test.ts',
  'readiness.test.ts',
]

/** Starts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
