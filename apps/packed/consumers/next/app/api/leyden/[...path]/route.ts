import { createBff, serviceProvider } from '@leyden/bff'
import { toNextHandlers } from '@leyden/bff/next'
import { sqliteStore } from '@leyden/bff/sqlite'
import { after } from 'next/server'

const {
  LEYDEN_API_KEY = '',
  LEYDEN_BASE_URL = '',
  LEYDEN_PUBLIC_URL = '',
  LEYDEN_SECRET = '',
  LEYDEN_DB = '',
} = process.env
const service = serviceProvider({ apiKey: LEYDEN_API_KEY, baseUrl: LEYDEN_BASE_URL })

const bff = createBff({
  pay: service,
  ramp: service,
  identify: async () => ({ guest: true }),
  onEvent: async (event) => console.log(`event ${event.type}`),
  waitUntil: (work) => after(work),
  store: sqliteStore({ path: LEYDEN_DB }),
  publicUrl: LEYDEN_PUBLIC_URL,
  secrets: [LEYDEN_SECRET],
  network: 'regtest',
  rampOrigins: [process.env.LEYDEN_RAMP_ORIGIN ?? ''],
})

export const { GET, POST, OPTIONS } = toNextHandlers(bff)
export const dynamic = 'force-dynamic'
