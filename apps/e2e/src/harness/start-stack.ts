import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@leyden/app-bff'
import { startDemo } from '@leyden/app-demo'
import type { Sandbox } from '@leyden/sandbox'
import { startSandbox } from '@leyden/sandbox/node'
import { freePorts } from '../../../../config/tests/free-ports.js'

/** Sandbox, BFF and demo, each on its own port. */
export interface Stack {
  demoUrl: string
  bffUrl: string
  /** Pays with a wallet, without a report to the BFF. */
  payUnseen: Sandbox['pay']
  /** The API key, which must never be seen outside of the BFF and the service. */
  apiKey: string
  /** The token of the shop's own server. */
  adminToken: string
  /** Each line that the BFF has logged. */
  bffLog: string[]
  /** The result of each attempt of the service to deliver a webhook. */
  deliveries: { sessionId: string; type: string; attempt: number; status: number | null }[]
  /** The folder of the BFF's database. */
  dataDir: string
  close(): Promise<void>
}

/** Starts everything that a page needs, with a short grace time so that tests can wait for its end. */
export async function startStack(env: Record<string, string> = {}): Promise<Stack> {
  const [bffPort = 0, demoPort = 0] = await freePorts(2)
  const apiKey = `key-${randomBytes(12).toString('hex')}`
  const adminToken = randomBytes(24).toString('hex')
  const eventsSecret = `whsec_${randomBytes(24).toString('base64')}`
  const jwtSecret = randomBytes(32).toString('hex')
  const dataDir = mkdtempSync(join(tmpdir(), 'leyden-e2e-'))
  const bffUrl = `http://127.0.0.1:${bffPort}`
  const demoUrl = `http://127.0.0.1:${demoPort}`
  const bffLog: string[] = []
  const deliveries: Stack['deliveries'] = []

  const sandbox = await startSandbox({
    apiKey,
    port: 0,
    rampPort: 0,
    lateMs: 4_000,
    onDelivery: (report) => deliveries.push(report),
  })
  const bff = await startProgram(
    {
      PORT: String(bffPort),
      HOST: '127.0.0.1',
      LEYDEN_API_KEY: apiKey,
      LEYDEN_BASE_URL: sandbox.url,
      LEYDEN_PUBLIC_URL: bffUrl,
      LEYDEN_SECRET: randomBytes(32).toString('hex'),
      LEYDEN_DATA_DIR: dataDir,
      LEYDEN_ALLOWED_ORIGINS: demoUrl,
      LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
      LEYDEN_NETWORK: 'regtest',
      LEYDEN_ADMIN_TOKEN: adminToken,
      LEYDEN_SETTLES: '1',
      LEYDEN_GUESTS: '1',
      LEYDEN_EVENTS_URL: `${demoUrl}/events`,
      LEYDEN_EVENTS_SECRET: eventsSecret,
      LEYDEN_EXCHANGE_RATES: 'USD=100000,EUR=92000',
      LEYDEN_GRACE_SECONDS: '2',
      LEYDEN_JWT_SECRET: jwtSecret,
      LEYDEN_JWT_ISSUER: 'leyden-demo',
      LEYDEN_JWT_AUDIENCE: 'leyden-bff',
      ...env,
    },
    { log: (line: string) => bffLog.push(line) },
  )
  const demo = await startDemo({
    port: demoPort,
    host: '127.0.0.1',
    bffUrl,
    adminToken,
    jwt: { secret: jwtSecret, issuer: 'leyden-demo', audience: 'leyden-bff' },
    rampOrigins: [sandbox.rampUrl],
    canRamp: true,
    graceSeconds: 2,
    sandbox: { url: sandbox.url, apiKey },
    eventsSecret,
  })
  return {
    demoUrl,
    bffUrl,
    payUnseen: sandbox.sandbox.pay,
    apiKey,
    adminToken,
    bffLog,
    deliveries,
    dataDir,
    close: async () => {
      await demo.close()
      await bff.close()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
