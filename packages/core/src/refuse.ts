/** The failure of a check that does not throw, with its reason. */
export function refuse<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}
