/** The failed result, with its reason, of a check that does not throw. */
export function refuse<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}
