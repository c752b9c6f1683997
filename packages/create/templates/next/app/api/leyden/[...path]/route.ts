import { createBff, forwardedIp, serviceProvider, verifiedFirst } from '@leyden/bff'
import { toNextHandlers } from '@leyden/bff/next'
import { openapi } from '@leyden/bff/openapi'
import { operations } from '@leyden/bff/operations'
import { readPaymentSettings } from '@leyden/bff/settings'
import { sqliteStore } from '@leyden/bff/sqlite'
import { lnurlProvider } from '@leyden/lnurl'
import { after } from 'next/server'

const { env } = process

// The BFF is made at the first request, because a build imports this file without any secrets.
export const { GET, HEAD, POST, OPTIONS } = toNextHandlers(
  () => {
    // Who makes invoices and who sees their payments: LEYDEN_PROVIDER, LEYDEN_SETTLES and LEYDEN_NWC_URL.
    const { provider, settlement } = readPaymentSettings(env)
    const needed = ['LEYDEN_PUBLIC_URL', 'LEYDEN_SECRET']
    if (provider !== 'lnurl') needed.push('LEYDEN_BASE_URL', 'LEYDEN_API_KEY')
    const missing = needed.filter((name) => !env[name])
    if (missing.length > 0)
      throw new Error(
        `Set ${missing.join(', ')} in .env. To try the app without a key, with the sandbox: npm run dev, or npm run start:sandbox.`,
      )
    const network = env.LEYDEN_NETWORK === 'regtest' ? 'regtest' : 'mainnet'
    const { LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl } = env
    const service = apiKey && baseUrl ? serviceProvider({ apiKey, baseUrl }) : undefined
    const lnurl = lnurlProvider({ network, publicUrl: env.LEYDEN_PUBLIC_URL })
    const origins = env.LEYDEN_RAMP_ORIGINS ? env.LEYDEN_RAMP_ORIGINS.split(',') : undefined
    return createBff({
      // With verified-first, the recipient's own server makes the invoice where it verifies payments (LUD-21).
      pay: { service, lnurl, 'verified-first': service && verifiedFirst(lnurl, service) }[provider] ?? lnurl,
      // Sells bitcoin to guests, for a <RampWidget />, once LEYDEN_RAMP_ORIGINS names the origin of the ramp's page.
      ramp: { provider: origins && service, origins },
      identify: async () => ({ guest: true }),
      // This store is one file on one machine. On serverless platforms such as Vercel use `postgresStore`.
      store: sqliteStore({ path: env.LEYDEN_DB ?? 'leyden.db' }),
      publicUrl: env.LEYDEN_PUBLIC_URL ?? '',
      secrets: [env.LEYDEN_SECRET ?? ''],
      network,
      // Your server calls POST /api/leyden/admin/settle when money has arrived, or your wallet reports it by itself
      // (LEYDEN_NWC_URL). The sandbox calls too.
      settlement,
      extensions: [operations({ token: env.LEYDEN_ADMIN_TOKEN || undefined }), openapi()],
      waitUntil: (work) => after(work),
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
  },
  // The visitor's IP address as your host or proxy reports it, for the rate limits.
  { ip: forwardedIp },
)
