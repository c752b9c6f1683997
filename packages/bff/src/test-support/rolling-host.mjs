// A BFF of this or of an earlier version, for tests of updates under load. Arguments: the root of the version's
// repository, store (a file or a URL of Postgres), service, endpoint for events. Writes its port to standard output.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [root = '', storeAt = '', serviceUrl = '', eventsUrl = ''] = process.argv.slice(2)
const load = (entry) => import(pathToFileURL(join(root, 'packages/bff/dist', entry)).href)
const { createBff, serviceProvider } = await load('index.js')
const { toNodeHandler } = await load('node.js')
const { operations } = await load('operations.js')
const { sqliteStore } = await load('sqlite.js')
const { postgresStore } = await load('postgres.js')

const store = storeAt.startsWith('postgres:')
  ? postgresStore({ connectionString: storeAt, maxConnections: 5 })
  : sqliteStore({ path: storeAt })
await store.get('')
const many = { chargesPerMinute: 1e6, lookUpsPerMinute: 1e6, keyPerMinute: 1e6, domainPerMinute: 1e6 }
const bff = createBff({
  pay: serviceProvider({ apiKey: 'key-of-these-tests', baseUrl: serviceUrl }),
  store,
  publicUrl: 'http://localhost',
  secrets: ['a secret of more than thirty-two characters'],
  network: 'regtest',
  settles: true,
  rates: many,
  operations: operations({ token: 'an admin token of more than thirty-two characters' }),
  log: { info() {}, warn() {}, error: (fields) => process.stderr.write(`${JSON.stringify(fields)}\n`) },
  async onEvent({ id }) {
    const { ok } = await fetch(eventsUrl, { method: 'POST', body: id })
    if (!ok) throw new Error('refused')
  },
})
const server = createServer(toNodeHandler(bff)).listen(0, '127.0.0.1', () => {
  bff.start()
  process.stdout.write(`${server.address().port}\n`)
})
process.on('SIGTERM', async () => {
  server.close()
  server.closeIdleConnections()
  await bff.close()
  await store.close()
  process.exit()
})
