export type { OperatorActions } from './operations/admin/operator-actions.js'
export { type Operations, type OperationsOptions, operations } from './operations/operations.js'
export type { CheckReport } from './operations/setup-check/check-setup.js'
