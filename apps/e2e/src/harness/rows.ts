/** Whether this is `npm run soak`, which runs every row of the tables. */
export const inSoak = process.env.LEYDEN_SOAK === '1'

/**
 * The rows of a table. In `npm test` one row for each path through a browser is enough, because other tests cover the
 * rest without a browser. `npm run soak` runs `more` as well.
 */
export function rows<Row>(alwaysRun: readonly Row[], more: readonly Row[]): Row[] {
  return inSoak ? [...alwaysRun, ...more] : [...alwaysRun]
}
