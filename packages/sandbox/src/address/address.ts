/** A Lightning Address, lower case. */
export interface Address {
  user: string
  domain: string
}

/**
 * Parses `<user>@<domain>` (LUD-16, with `+` for tags). It does not share the parser of the lightning package on purpose:
 * a test double with the same defects could not reveal them.
 */
export function readAddress(text: string): Address | null {
  const match =
    /^([a-z0-9._+-]{1,64})@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])$/.exec(
      text.toLowerCase(),
    )
  if (!match?.[1] || !match[2] || match[2].length > 253) return null
  return { user: match[1], domain: match[2] }
}
