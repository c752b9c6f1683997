import { execFileSync } from 'node:child_process'

/** Whether system calls can be traced here; `npm test` installs strace if it is missing. */
export function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'])
    return true
  } catch {
    return false
  }
}
