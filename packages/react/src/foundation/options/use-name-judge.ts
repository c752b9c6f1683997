import { useEffect, useState, useSyncExternalStore } from 'react'
import { needPart } from '../later/needed-part.js'
import { subscribeOnline } from '../page/online.js'
import { nameJudge } from './name-judge.js'
import { type OptionRule, unknownNames } from './option-rule.js'
import type { JudgeName } from './unknown-name.js'

/**
 * What judges the names that are no options, for a component that has one; undefined until it is loaded, and on a server.
 * If it cannot be loaded, each name counts as one that locks something, and it is tried again when the network is back.
 */
export function useNameJudge(
  table: Readonly<Record<string, OptionRule>>,
  options: object,
): JudgeName | undefined {
  const [needed] = useState(() => needPart(nameJudge, () => {}))
  const { part, error } = useSyncExternalStore(needed.subscribe, needed.getState, needed.getState)
  const isNeeded = !part && unknownNames(table, options).length > 0
  useEffect(() => {
    if (!isNeeded) return
    const load = () => needed.load(false)
    load()
    return subscribeOnline(load)
  }, [isNeeded, needed])
  return part ?? (error && refuseName)
}

/** Judges where nothing is known of a name. */
const refuseName: JudgeName = (_name, _value, _known, isOfOthers) =>
  isOfOthers ? undefined : { locks: true }
