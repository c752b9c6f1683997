import { server } from 'vitest/browser'

/** Whether this is `npm run soak`, which runs every row of the tables. */
export const inSoak = server.config.env.LEYDEN_SOAK === '1'
