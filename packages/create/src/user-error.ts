/** What a person can put right: shown as its message, without a stack. */
export class UserError extends Error {
  /** Always `UserError`. */
  override name = 'UserError'
}
