import { type ConsoleCode, messageReference } from '@leyden/core/internal'
import { useEffect, useRef } from 'react'

/** A prop that cannot be used as it is. */
export interface WrongProp {
  prop: string
  value: unknown
  /** What the prop has to be, what happens until then, and what to do. */
  advice: string
}

const MAX_WRITTEN = 120

/** Warns the developer of each wrong prop, once per mounted component: nothing is thrown while rendering. */
export function usePropWarnings(component: string, wrong: readonly WrongProp[]): void {
  useWarnings(
    'PROP_CANNOT_BE_USED',
    wrong.map(({ prop, value, advice }) => `Leyden: <${component} ${prop}={${written(value)}}>: ${advice}`),
  )
}

/** Writes lines to the console, each once per mounted component. Nothing is written on a server. */
export function useWarnings(code: ConsoleCode, lines: readonly string[]): void {
  const logged = useRef(new Set<string>())
  useEffect(() => {
    for (const line of lines) {
      if (logged.current.has(line)) continue
      logged.current.add(line)
      console.warn(`${line} See ${messageReference(code)}`)
    }
  })
}

/** A value in the form in which a developer writes it. */
function written(value: unknown): string {
  const text = Array.isArray(value) ? `[${value.map(writtenAlone).join(', ')}]` : writtenAlone(value)
  return text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN)}…` : text
}

function writtenAlone(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return value.description ?? 'a symbol'
  if (value instanceof Promise) return 'a promise'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
