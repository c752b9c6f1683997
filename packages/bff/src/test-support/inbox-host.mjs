// A BFF with an inbox in a separate process, which tests kill. Arguments: database, file of effects. Writes JSON lines
// to standard output: its URL, and the webhook URL of each session.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createBff } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { sqliteStore } from '@leyden/bff/sqlite'
import { watchHolds } from './event-loop-delay.mjs'

// With `-` as the file of effects there is no outbox, so the inbox makes the only writes.
const [path = '', effects = ''] = process.argv.slice(2)
const delivers = effects !== '-'
const writeLine = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)

/** How long threads of this process were ready while other processes had the processor. */
function queuedMs() {
  try {
    const threads = readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}/schedstat`)
    return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6, 0)
  } catch {
    return 0
  }
}

const startedAt = performance.now()
const queuedAt = queuedMs()
const store = sqliteStore({ path })
await store.get([])
// The duration of opening the store, without the time of other processes.
const openedInMs = Math.max(0, performance.now() - startedAt - (queuedMs() - queuedAt))

const refuse = () => Promise.reject(new Error('This host creates no charges.'))

const bff = createBff({
  pay: { validateLightningAddress: refuse, createCharge: refuse },
  ramp: {
    provider: {
      async createRampSession({ webhook_url, reference_id }) {
        writeLine({ webhookUrl: webhook_url })
        return {
          session_token: `token_${reference_id}`,
          widget_url: `https://ramp.example/?session=token_${reference_id}`,
          session_id: `ses_${reference_id}`,
          expires_at: new Date(Date.now() + 900_000).toISOString(),
        }
      },
    },
    origins: ['https://ramp.example'],
  },
  identify: async () => ({ id: 'u1', email: 'u1@example.com' }),
  store,
  publicUrl: 'http://localhost',
  secrets: ['a secret of more than thirty-two characters'],
  network: 'regtest',
  // Errors here are intended by the tests.
  log: { info() {}, warn() {}, error() {} },
  limits: {
    rates: { webhooksPerMinute: Number.POSITIVE_INFINITY, sessionsPerHour: Number.POSITIVE_INFINITY },
  },
  onEvent: delivers
    ? (event) => appendFileSync(effects, `${event.id} ${event.data.service.data.name}\n`)
    : undefined,
})
const handle = toNodeHandler(bff)
const longestHold = watchHolds()
const server = createServer((request, response) => {
  if (request.url === '/longest-hold') response.end(String(longestHold()))
  else handle(request, response)
}).listen(0, '127.0.0.1', () => {
  if (delivers) bff.start()
  writeLine({ url: `http://127.0.0.1:${server.address().port}`, openedInMs, pid: process.pid })
})
