import { execFileSync } from 'node:child_process'

/** Whether system calls can be looked at here; `npm test` brings the tracer where it is missing. */
export function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'])
    return true
  } catch {
    return false
  }
}
