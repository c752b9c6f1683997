/** The environment of a process, read one variable at a time; every problem is kept, so that all are told at once. */
export interface Environment {
  readonly problems: string[]
  text(name: string): string | undefined
  required(name: string): string
  /** Comma-separated. */
  list(name: string): string[]
  flag(name: string): boolean
  whole(name: string, preset: number, range: { min: number; max: number }): number
  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined
  /** Absolute; `https:`, or `http:` for loopback hosts only. */
  safeUrl(name: string): string | undefined
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = []
  // What a variable holds is never repeated: it may be a secret in the wrong place.
  const complain = (name: string, why: string) => void problems.push(`${name} ${why}.`)
  const text = (name: string) => env[name]?.trim() || undefined

  return {
    problems,
    text,
    required(name) {
      const value = text(name)
      if (value === undefined) complain(name, 'is missing')
      return value ?? ''
    },
    list(name) {
      return (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    },
    flag(name) {
      const value = text(name) ?? '0'
      if (value !== '0' && value !== '1') complain(name, 'must be 1 (on) or 0 (off)')
      return value === '1'
    },
    whole(name, preset, { min, max }) {
      const value = text(name)
      if (value === undefined) return preset
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      complain(name, `must be a whole number from ${min} to ${max}`)
      return preset
    },
    oneOf(name, choices) {
      const value = text(name)
      const choice = choices.find((candidate) => candidate === value)
      if (value !== undefined && choice === undefined) complain(name, `must be one of ${choices.join(', ')}`)
      return choice
    },
    safeUrl(name) {
      const value = text(name)
      if (value === undefined) return undefined
      const url = URL.canParse(value) ? new URL(value) : null
      const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
      if (!url || !isSafe) complain(name, 'must be an https address, or http on this machine')
      else if (url.username || url.password) complain(name, 'must not hold a user name or password')
      else return value.replace(/\/+$/, '')
      return undefined
    },
  }
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname)
}
