import { createBff, serviceProvider } from '@leyden/bff'
import { toNextHandlers } from '@leyden/bff/next'
import { sqliteStore } from '@leyden/bff/sqlite'
import { after } from 'next/server'

const setting = (name: string) => process.env[name] ?? ''

export const { GET, HEAD, POST, OPTIONS } = toNextHandlers(() => {
  const service = serviceProvider({
    apiKey: setting('LEYDEN_API_KEY'),
    baseUrl: setting('LEYDEN_BASE_URL'),
  })
  return createBff({
    pay: service,
    ramp: { provider: service, origins: [setting('SHOP_RAMP_ORIGIN')] },
    identify: async () => ({ guest: true }),
    onEvent: async (event) => console.log(`event ${event.type}`),
    waitUntil: (work) => after(work),
    store: sqliteStore({ path: setting('SHOP_DB') }),
    publicUrl: setting('SHOP_PUBLIC_URL'),
    secrets: [setting('LEYDEN_SECRET')],
    network: 'regtest',
  })
})
