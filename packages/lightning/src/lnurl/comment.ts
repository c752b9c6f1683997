/**
 * Whether a comment is within the length that an address allows (LUD-12). Some services count `commentAllowed` in code
 * points, others in UTF-16 units. This counts UTF-16 units, which are never fewer, so that both accept it.
 */
export function commentFits(comment: string, commentAllowed: number): boolean {
  return comment.length <= commentAllowed
}

/**
 * Cuts a comment to the allowed length (see {@link commentFits}) without splitting a character; empty if the address
 * accepts no comment.
 */
export function cutComment(comment: string, commentAllowed: number): string {
  return comment.slice(0, commentAllowed).replace(/[\uD800-\uDBFF]$/, '')
}
