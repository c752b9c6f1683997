// A payment service as fast as possible: it returns the sandbox's replies, made before the first request. `PORT`;
// `CHARGES` is the number of charges with different invoices. Each key gets them in turn, because the BFF accepts no
// invoice twice. `/webhook-urls` lists those of the key's sessions.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { RampSession } from '@leyden/core'
import { createSandbox } from '@leyden/sandbox'
import { API_KEY, CHARGE_REQUEST, PATHS, RAMP_ORIGIN, RAMP_REQUEST, WEBHOOK_URLS } from '../shop.js'

const SESSION_LIFE_MS = 15 * 60_000

const sandbox = createSandbox({
  apiKey: API_KEY,
  rampOrigin: RAMP_ORIGIN,
  deliver: async () => new Response(null, { status: 204 }),
})

async function requestSandbox(path: string, body?: object): Promise<string> {
  const headers = { apikey: API_KEY, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const reply = await sandbox.fetch(new Request(`http://service.invalid${path}`, init))
  if (!reply.ok) throw new Error(`The sandbox refused ${path}: ${await reply.text()}`)
  return reply.text()
}

const validation = await requestSandbox(PATHS.validate)
const session = JSON.parse(
  await requestSandbox(PATHS.ramp, {
    ...RAMP_REQUEST,
    webhook_url: 'http://localhost/hook',
    reference_id: 'one',
  }),
)
const charges: string[] = []
while (charges.length < Number(process.env.CHARGES))
  charges.push(await requestSandbox(PATHS.charge, CHARGE_REQUEST))
sandbox.close()

const taken = new Map<string, number>()
const webhookUrls = new Map<string, string[]>()
const replyTo = (path: string | undefined, key: string, body: string) => {
  if (path === WEBHOOK_URLS) return JSON.stringify(webhookUrls.get(key) ?? [])
  if (path === PATHS.charge) {
    const next = taken.get(key) ?? 0
    taken.set(key, next + 1)
    return charges[next % charges.length]
  }
  if (path !== PATHS.ramp) return validation
  const urls = webhookUrls.get(key) ?? []
  webhookUrls.set(key, urls)
  urls.push(JSON.parse(body).webhook_url)
  return JSON.stringify({ ...session, data: newSession(session.data) })
}

/** A session with an id and a token of its own, because the BFF accepts neither twice, and of its full life. */
function newSession(known: RampSession): RampSession {
  const token = randomBytes(32).toString('hex')
  return {
    session_id: randomUUID(),
    session_token: token,
    widget_url: known.widget_url.replace(known.session_token, token),
    expires_at: new Date(Date.now() + SESSION_LIFE_MS).toISOString(),
  }
}

createServer((incoming, outgoing) => {
  let body = ''
  incoming.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  incoming.on('end', () => {
    const reply = replyTo(incoming.url, String(incoming.headers.apikey), body) ?? ''
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(reply),
    })
    outgoing.end(reply)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
