import * as v from 'valibot'
import { CheckResult } from './check-result.js'
import { CHECK_SUBJECTS } from './checks.js'

/** The reply of `POST /admin/check`. */
export const CheckReport = v.strictObject({
  ok: v.pipe(v.boolean(), v.description('Whether there is no problem.')),
  findings: v.array(v.strictObject({ subject: v.picklist(CHECK_SUBJECTS), ...CheckResult.entries })),
})

/** What `bff.check()` found. */
export type CheckReport = v.InferOutput<typeof CheckReport>
/** One thing that was checked: what was found, whose fault it is, and what to do. */
export type Finding = CheckReport['findings'][number]
