import * as v from 'valibot'
import { described } from '../http/schema.js'
import { CheckResult } from './check-result.js'
import { CHECK_SUBJECTS } from './checks.js'

/** The reply of `POST /admin/check`. */
export const CheckReport = v.strictObject({
  /** Whether the checks found no problem. Warnings do not count. */
  ok: described(v.boolean(), 'Whether the checks found no problem. Warnings do not count.'),
  /** One finding per check, in a fixed order. */
  findings: v.array(
    v.strictObject({
      /** The name of the check, such as `look-up`. */
      subject: v.picklist(CHECK_SUBJECTS),
      ...CheckResult.entries,
    }),
  ),
})

/** The report of `bff.check()`. */
export type CheckReport = v.InferOutput<typeof CheckReport>
/** The result of one check: what was found, where the fault is, and what to do. */
export type Finding = CheckReport['findings'][number]
