import type { TestProject } from 'vitest/node'
import { type PUBLISHED, publish } from '../../scripts/published.mjs'

/** What the tests of each project read. */
const READ: Readonly<Record<string, readonly (keyof typeof PUBLISHED)[]>> = {
  docs: ['site'],
  storybook: ['storybook'],
  packed: ['tarballs'],
  frameworks: ['tarballs'],
}

/** Builds what the tests of a project read, before the first of them, unless the run has built all of it. */
export async function setup({ name }: TestProject): Promise<void> {
  if (process.env.LEYDEN_PUBLISHED) return
  for (const published of READ[name] ?? []) await publish(published)
}
