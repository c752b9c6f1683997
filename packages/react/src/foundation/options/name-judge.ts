import { createPartLoader } from '../later/part-loader.js'

/** What judges names that are no options. A page without such a name never loads it. */
export const nameJudge = createPartLoader(() =>
  import('./unknown-name.js').then(({ judgeName }) => judgeName),
)
