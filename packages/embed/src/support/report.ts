/** One thing that was looked at. `no` comes with what to do about it. */
export interface Finding {
  check: string
  result: 'yes' | 'no' | 'unknown'
  advice?: string
}

export interface Report {
  findings: Finding[]
  /** What the page's policy has blocked since the script came. */
  violations: string[]
}

/** Where the doctor himself could not come: he lies in the script's second file. */
export function reportWithoutDoctor(violations: string[]): Report {
  const advice =
    'Put the second file beside the script, and let script-src of your policy allow both; trusted-types has to allow "leyden" where the script has an integrity.'
  return { findings: [{ check: 'second file loads', result: 'no', advice }], violations }
}
