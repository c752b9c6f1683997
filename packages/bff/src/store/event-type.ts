/** Whether lists have an event of this type: every other one is a record of the BFF's own. */
export function isListed({ type }: { type: string }): boolean {
  return /^(charge|ramp|webhook)\./.test(type)
}
