// A BFF as a function of a serverless platform, as docs/deploy.md mounts it: no timer runs between requests, because tests
// freeze this process after each reply, once everything that was passed to `waitUntil` has ended. Arguments: database,
// service, endpoint for events. Writes JSON lines to standard output: its port, and `idle` after each request.
import { createServer } from 'node:http'
import { createBff, serviceProvider } from '@leyden/bff'
import { toNextHandlers } from '@leyden/bff/next'
import { operations } from '@leyden/bff/operations'
import { postgresStore } from '@leyden/bff/postgres'

const [connectionString = '', serviceUrl = '', eventsUrl = ''] = process.argv.slice(2)
const writeLine = (what) => process.stdout.write(`${JSON.stringify(what)}\n`)
let work = []

const handlers = toNextHandlers(
  () =>
    createBff({
      pay: serviceProvider({ apiKey: 'key-of-these-tests', baseUrl: serviceUrl }),
      store: postgresStore({ connectionString, maxConnections: 2 }),
      publicUrl: 'http://localhost',
      secrets: ['a secret of more than thirty-two characters'],
      network: 'regtest',
      settlement: { recipients: true },
      extensions: [operations({ token: 'an admin token of more than thirty-two characters' })],
      waitUntil: (promise) => work.push(promise),
      log: { info() {}, warn() {}, error: ({ code, reason }) => writeLine({ error: code, reason }) },
      async onEvent({ id, type }) {
        const { ok, status } = await fetch(eventsUrl, { method: 'POST', body: JSON.stringify({ id, type }) })
        if (!ok) throw new Error(`The endpoint answered ${status}.`)
      },
    }),
  { ip: () => '127.0.0.1' },
)
const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const init = { method, headers, body: method === 'POST' ? Buffer.concat(chunks) : null }
  const reply = await handlers[method](new Request(`http://localhost${url}`, init))
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
  while (work.length > 0) {
    const pending = work
    work = []
    await Promise.allSettled(pending)
  }
  writeLine({ idle: true })
}).listen(0, '127.0.0.1', () => writeLine({ port: server.address().port }))
