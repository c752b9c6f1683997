/** Whether lists show an event of this type. Other types are internal records of the BFF. */
export function isListed({ type }: { type: string }): boolean {
  return /^(charge|ramp|webhook)\./.test(type)
}
