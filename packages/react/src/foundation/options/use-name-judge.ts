import { useEffect, useState } from 'react'
import { fileNotLoaded } from '../later/file-not-loaded.js'
import { nameJudge } from './name-judge.js'
import { type OptionRule, unknownNames } from './option-rule.js'
import type { JudgeName } from './unknown-name.js'

/** What judges the names that are no options, for a component that has one; undefined until it is loaded, and on a server. */
export function useNameJudge(
  table: Readonly<Record<string, OptionRule>>,
  options: object,
): JudgeName | undefined {
  const [judge, setJudge] = useState<JudgeName>()
  const isNeeded = judge === undefined && unknownNames(table, options).length > 0
  useEffect(() => {
    if (isNeeded) nameJudge.load().then((loaded) => setJudge(() => loaded), fileNotLoaded)
  }, [isNeeded])
  return judge
}
