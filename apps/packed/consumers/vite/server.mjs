import { createServer } from 'node:http'
import { createBff, serviceProvider } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { sqliteStore } from '@leyden/bff/sqlite'

const { PORT, LEYDEN_API_KEY, LEYDEN_BASE_URL, LEYDEN_SECRET, SHOP_RAMP_ORIGIN, PAGE_ORIGIN } = process.env
const service = serviceProvider({ apiKey: LEYDEN_API_KEY, baseUrl: LEYDEN_BASE_URL })

const bff = createBff({
  pay: service,
  ramp: { provider: service, origins: [SHOP_RAMP_ORIGIN] },
  identify: async () => ({ guest: true }),
  onEvent: async (event) => console.log(`event ${event.type}`),
  store: sqliteStore({ path: 'shop.db' }),
  publicUrl: `http://127.0.0.1:${PORT}/api/leyden`,
  secrets: [LEYDEN_SECRET],
  network: 'regtest',
  allowedOrigins: [PAGE_ORIGIN],
})
bff.start()
createServer(toNodeHandler(bff)).listen(Number(PORT), '127.0.0.1')
