// The BFF, and once it is built the page: `npm run build`, then `npm start`. In development Vite serves the page, and
// `leyden/dev.mjs` starts this beside it.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createBff, serviceProvider, verifiedFirst } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { openapi } from '@leyden/bff/openapi'
import { operations } from '@leyden/bff/operations'
import { readPaymentSettings } from '@leyden/bff/settings'
import { sqliteStore } from '@leyden/bff/sqlite'
import { lnurlProvider } from '@leyden/lnurl'
import sirv from 'sirv'

// The host may also set the variables itself.
for (const file of ['.env.local', '.env']) if (existsSync(file)) process.loadEnvFile(file)
const { env } = process
// Who makes invoices and who sees their payments: LEYDEN_PROVIDER, LEYDEN_SETTLES and LEYDEN_NWC_URL.
const { provider, settlement } = readPaymentSettings(env)
const needed = ['LEYDEN_PUBLIC_URL', 'LEYDEN_SECRET']
if (provider !== 'lnurl') needed.push('LEYDEN_BASE_URL', 'LEYDEN_API_KEY')
const missing = needed.filter((name) => !env[name])
if (missing.length > 0) {
  console.error(
    `Set ${missing.join(', ')} in .env. To try the app without a key, with the sandbox: npm run dev, or npm run start:sandbox.`,
  )
  process.exit(1)
}

const network = env.LEYDEN_NETWORK === 'regtest' ? 'regtest' : 'mainnet'
const { LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl } = env
const service = apiKey && baseUrl ? serviceProvider({ apiKey, baseUrl }) : undefined
const lnurl = lnurlProvider({ network, publicUrl: env.LEYDEN_PUBLIC_URL })
const origins = env.LEYDEN_RAMP_ORIGINS ? env.LEYDEN_RAMP_ORIGINS.split(',') : undefined
const bff = createBff({
  // With verified-first, the recipient's own server makes the invoice where it verifies payments (LUD-21).
  pay: { service, lnurl, 'verified-first': service && verifiedFirst(lnurl, service) }[provider] ?? lnurl,
  // Sells bitcoin to guests, for a <RampWidget />, once LEYDEN_RAMP_ORIGINS names the origin of the ramp's page.
  ramp: { provider: origins && service, origins },
  identify: async () => ({ guest: true }),
  store: sqliteStore({ path: env.LEYDEN_DB ?? 'leyden.db' }),
  publicUrl: env.LEYDEN_PUBLIC_URL ?? '',
  secrets: [env.LEYDEN_SECRET ?? ''],
  network,
  // Your server calls POST /api/leyden/admin/settle when money has arrived, or your wallet reports it by itself
  // (LEYDEN_NWC_URL). The sandbox calls too.
  settlement,
  extensions: [operations({ token: env.LEYDEN_ADMIN_TOKEN }), openapi()],
  // Deliver goods here, never in the page, and only for what your server has signed (`bff.sign`) and signed last. Fix
  // an amount once per order: store the sats with the order, and sign the stored amount whenever the page asks.
  onEvent: ({ id, type, data }) => {
    console.log(type)
    if (type !== 'charge.paid' || !data.intent) return
    const { payment_hash, reference, order, duplicate_of } = data
    if (order?.matches && !duplicate_of) console.log(`Deliver ${reference}, once for ${id}.`)
    else console.log(`Refund ${payment_hash}: ${reference} was paid twice, or at an earlier price.`)
  },
})
bff.start()

const toBff = toNodeHandler(bff)
// `dev` accepts a missing folder, because in development nothing has to be built.
const toPage = sirv('dist', { dev: !existsSync('dist') })

createServer((request, response) => {
  if (request.url?.startsWith('/api/leyden/')) return toBff(request, response)
  toPage(request, response, () => response.writeHead(404).end())
}).listen(Number(env.LEYDEN_BFF_PORT ?? env.PORT ?? 4000), env.HOST ?? '127.0.0.1')
