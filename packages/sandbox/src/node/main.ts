import type { DeliveryReport } from '../webhook/webhook-sender.js'
import { readSettings } from './settings.js'
import { startSandbox } from './start-sandbox.js'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const running = await startSandbox({ ...settings, onDelivery: report })
  // Print only the default key: LEYDEN_API_KEY may be a real one.
  const { apiKey = 'sandbox-key', bff } = settings
  const key = apiKey === 'sandbox-key' ? apiKey : 'the value of LEYDEN_API_KEY'
  console.log('Leyden sandbox: no money moves here.')
  console.log(`  service  ${running.url}  (apikey: ${key})`)
  console.log(`  wallet   ${running.url}/sandbox/wallet`)
  console.log(`  ramp     ${running.rampUrl}`)
  if (bff) console.log(`  reports  each payment to ${bff.url}`)
  if (running.lnurlUrl) console.log(`  lnurl    ${running.lnurlUrl}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close().then(() => process.exit(0)))
  }
}

function report({ sessionId, type, attempt, status }: DeliveryReport): void {
  const outcome = status === null ? 'no answer' : `answered ${status}`
  console.log(`webhook ${type} of ${sessionId}, attempt ${attempt}: ${outcome}`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
