const SHORTEST = 32
/** 32 random characters, even of hex digits only, have more different ones than this. */
const FEWEST_CHARACTERS = 8

/**
 * Why a secret must not be used, with the command that creates a good one; undefined if it may be used. Refuses only
 * secrets that are clearly not random: short, repetitive or invented ones.
 *
 * @example
 * const problem = weakSecret(process.env.LEYDEN_SECRET)
 * if (problem !== undefined) throw new Error(`LEYDEN_SECRET ${problem}`)
 */
export function weakSecret(secret: unknown): string | undefined {
  const how = 'create one with `openssl rand -base64 33`'
  if (typeof secret !== 'string' || secret.length < SHORTEST)
    return `must have at least ${SHORTEST} characters each: ${how}`
  const isRepeated = /^(.{1,16})\1+.{0,15}$/s.test(secret)
  if (
    new Set(secret).size < FEWEST_CHARACTERS ||
    isRepeated ||
    /change.?(me|this)|your.?secret/i.test(secret)
  )
    return `must not be easy to guess: ${how}`
  return undefined
}
