const SHORTEST = 32
/** Random letters and digits, even of hex alone, have more than this within 32 characters. */
const FEWEST_CHARACTERS = 8

/**
 * Why a secret must not be used, with the command that makes a good one; undefined for one that may be. Only what
 * nobody would call random is refused: a short, repetitive or made-up one.
 */
export function weakSecret(secret: unknown): string | undefined {
  const how = 'make one with `openssl rand -base64 33`'
  if (typeof secret !== 'string' || secret.length < SHORTEST)
    return `must have at least ${SHORTEST} characters each: ${how}`
  const isRepeated = /^(.{1,16})\1+.{0,15}$/s.test(secret)
  if (
    new Set(secret).size < FEWEST_CHARACTERS ||
    isRepeated ||
    /change.?(me|this)|your.?secret/i.test(secret)
  )
    return `must not be something that can be guessed: ${how}`
  return undefined
}
