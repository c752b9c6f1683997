/** The id of a claim: a later claim of the same delivery is another attempt. */
export function claimId(delivery: number | string, attempt: number): string {
  return `${delivery}.${attempt}`
}

export function readClaimId(id: string): [delivery: number, attempt: number] {
  const [delivery = 0, attempt = 0] = id.split('.').map(Number)
  return [delivery, attempt]
}
