/** What one check came to. */
export interface Check {
  name: string
  /** `unknown`: could not be looked at, for the reason that `message` gives. */
  status: 'ok' | 'problem' | 'unknown'
  message: string
  /** One line, for a problem. */
  fix?: string | undefined
}
