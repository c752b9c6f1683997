import { useState } from 'react'

/**
 * Actions for the children of a boundary, whose errors are thrown again while rendering: a boundary does not see those
 * of a click.
 */
export function useActions<Actions extends object>(actions: Actions): Actions {
  const [thrown, setThrown] = useState<{ error: unknown }>()
  if (thrown) throw thrown.error
  const guarded = Object.entries(actions).map(([name, action]) => [
    name,
    (...args: unknown[]) => {
      try {
        return action(...args)
      } catch (error) {
        setThrown({ error })
      }
    },
  ])
  return Object.fromEntries(guarded)
}
