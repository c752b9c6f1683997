import * as v from 'valibot'
import { CheckResult } from './check-result.js'
import { CHECK_SUBJECTS } from './checks.js'

/** The reply of `POST /admin/check`. */
export const CheckReport = v.strictObject({
  ok: v.pipe(v.boolean(), v.description('Whether no problem was found.')),
  findings: v.array(v.strictObject({ subject: v.picklist(CHECK_SUBJECTS), ...CheckResult.entries })),
})

/** The report of `bff.check()`. */
export type CheckReport = v.InferOutput<typeof CheckReport>
/** The result of one check: what was found, where the fault is, and what to do. */
export type Finding = CheckReport['findings'][number]
