/** Whether this is `npm run soak`, which takes its time. */
export const inSoak = process.env.LEYDEN_SOAK === '1'

/**
 * The rows of a table. In `npm test` one for each path through a browser is enough: what tells the others from it is
 * tested without one. `npm run soak` runs `more` as well.
 */
export function rows<Row>(always: readonly Row[], more: readonly Row[]): Row[] {
  return inSoak ? [...always, ...more] : [...always]
}
