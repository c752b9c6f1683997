/** The result of one check. */
export interface Check {
  /** The name of the check, such as `bff`. */
  name: string
  /** The result. `unknown`: it could not be checked, for the reason in `message`. */
  status: 'ok' | 'problem' | 'unknown'
  /** What was found, in one sentence. */
  message: string
  /** What to do about a problem, in one line. */
  fix?: string | undefined
}

/** The three results of one check, under its name. */
export function checkNamed(name: string) {
  return {
    ok: (message: string): Check => ({ name, status: 'ok', message }),
    problem: (message: string, fix: string): Check => ({ name, status: 'problem', message, fix }),
    unknown: (message: string): Check => ({ name, status: 'unknown', message }),
  }
}
