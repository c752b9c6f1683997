import { reasonOf } from '../log.js'
import { type CheckResult, ok, problem } from './check-result.js'
import type { CheckRun } from './check-run.js'
import { writeAndErase } from './write-and-erase.js'

export async function checkStore({ store, now }: Pick<CheckRun, 'store' | 'now'>): Promise<CheckResult> {
  try {
    await writeAndErase(store, now())
    return ok('The store can be written, read and erased.')
  } catch (error) {
    return problem(
      'machine',
      `The store cannot be written: ${reasonOf(error)}`,
      'Check that the disk has space and the file may be written (LEYDEN_DATA_DIR), or that the database runs (DATABASE_URL).',
    )
  }
}
