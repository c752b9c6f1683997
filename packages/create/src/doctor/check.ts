/** The result of one check. */
export interface Check {
  /**
   * The result. `warning`: it works, but less well than one may expect. `unknown`: it could not be checked, for the reason
   * in `message`.
   */
  status: 'ok' | 'warning' | 'problem' | 'unknown'
  /** What was found, in one sentence. */
  message: string
  /** What to do about it, in one line. */
  fix?: string | undefined
}

/** Results by the name of their check, such as `bff`. */
export type Checks = Record<string, Check>

export const ok = (message: string): Check => ({ status: 'ok', message })
export const problem = (message: string, fix: string): Check => ({ status: 'problem', message, fix })
export const warning = (message: string, fix: string): Check => ({ status: 'warning', message, fix })
export const unknown = (message: string): Check => ({ status: 'unknown', message })
