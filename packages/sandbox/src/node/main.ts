import type { DeliveryReport } from '../webhook/webhook-sender.js'
import { reportPayment } from './report-payment.js'
import { readSettings } from './settings.js'
import { startSandbox } from './start-sandbox.js'

async function main(): Promise<void> {
  const { bff, ...settings } = readSettings(process.env)
  const running = await startSandbox({ ...settings, onDelivery: report })
  if (bff) running.onPaid(async (payment) => process.stdout.write(`${await reportPayment(bff, payment)}\n`))
  // Print only the default key: LEYDEN_API_KEY may be a real one.
  const { apiKey = 'sandbox-key' } = settings
  const key = apiKey === 'sandbox-key' ? apiKey : 'the value of LEYDEN_API_KEY'
  process.stdout.write(
    [
      'Leyden sandbox: no money moves here.',
      `  service  ${running.url}  (apikey: ${key})`,
      `  wallet   ${running.url}/sandbox/wallet`,
      `  ramp     ${running.rampUrl}`,
      ...(bff ? [`  reports  each payment to ${bff.url}`] : []),
      ...(running.lnurlUrl === undefined ? [] : [`  lnurl    ${running.lnurlUrl}`]),
      '',
    ].join('\n'),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void running.close().then(() => process.exit(0)))
  }
}

function report({ sessionId, type, attempt, status }: DeliveryReport): void {
  const outcome = status === null ? 'no answer' : `answered ${status}`
  process.stdout.write(`webhook ${type} of ${sessionId}, attempt ${attempt}: ${outcome}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
