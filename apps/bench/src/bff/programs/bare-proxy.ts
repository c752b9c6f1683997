// The proxy that the BFF is compared with: `node:http` in front, undici behind, and between them only the API key.
// `PORT`, `UPSTREAM`, `KEY`. `/stream` is an event stream with one event.
import { createServer } from 'node:http'
import { Agent, request } from 'undici'

const dispatcher = new Agent()

createServer(async (incoming, outgoing) => {
  if (incoming.url === '/stream') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write('event: state\ndata: {"status":"open"}\n\n')
    return
  }
  const isPost = incoming.method === 'POST'
  const key = { apikey: process.env.KEY }
  const { statusCode, headers, body } = await request(`${process.env.UPSTREAM}${incoming.url}`, {
    dispatcher,
    method: isPost ? 'POST' : 'GET',
    headers: isPost ? { ...key, 'content-type': 'application/json' } : key,
    body: isPost ? incoming : null,
  })
  outgoing.writeHead(statusCode, {
    'content-type': String(headers['content-type']),
    'content-length': String(headers['content-length']),
  })
  body.pipe(outgoing)
}).listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 8_192 })
