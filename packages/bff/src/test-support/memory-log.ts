import type { Log } from '@leyden/core'

export interface Line {
  level: 'info' | 'warn' | 'error'
  message: string
  fields: Record<string, unknown>
}

/** A log that remembers its lines. */
export function memoryLog(): Log & { lines: Line[]; text(): string } {
  const lines: Line[] = []
  const write = (level: Line['level']) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fields } })
  return {
    lines,
    text: () => JSON.stringify(lines, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
