import type { Finding } from '@leyden/react/options'

/** The report of {@link LeydenApi.doctor} about a page. */
export interface Report {
  /** The results, one for each check. */
  findings: Finding[]
  /** The violations of the page's Content-Security-Policy since the script was loaded. */
  violations: string[]
}

/** The report of a page on which the file with the checks cannot be loaded. */
export function reportWithoutChecks(violations: string[]): Report {
  const fix =
    'Put the further files beside the script, and let script-src of your policy allow them; trusted-types has to allow "leyden" where the script has an integrity.'
  return { findings: [{ check: 'further files load', result: 'problem', fix }], violations }
}
