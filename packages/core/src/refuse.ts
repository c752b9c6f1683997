/** What a check answers that does not throw: no, and why. */
export function refuse<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}
