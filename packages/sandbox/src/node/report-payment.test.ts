import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { reportPayment } from './report-payment.js'

const payment = { paymentHash: 'ab'.repeat(32), preimage: 'cd'.repeat(32) }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Answers with the given statuses in order, and records the requests. */
async function startBff(...statuses: number[]) {
  const requests: { route: string; authorization: string | undefined; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization } = request.headers
    requests.push({ route: `${request.method} ${request.url}`, authorization, body: JSON.parse(body) })
    response.writeHead(statuses.shift() ?? 200).end('{}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`
  return { bff: { url, adminToken: 'token' }, requests }
}

describe('reportPayment', () => {
  it('sends the payment to the admin route with its token', async () => {
    const { bff, requests } = await startBff()
    expect(await reportPayment(bff, payment)).toBe('payment abababab…: reported to the BFF')
    const body = { payment_hash: payment.paymentHash, preimage: payment.preimage }
    expect(requests).toEqual([
      { route: 'POST /api/leyden/admin/settle', authorization: 'Bearer token', body },
    ])
  })

  it('retries while the BFF fails, and then reports that it cannot be reached', async () => {
    const { bff, requests } = await startBff(503, 500)
    expect(await reportPayment(bff, payment, [1, 1])).toContain('reported to the BFF')
    expect(requests).toHaveLength(3)
    const nowhere = { url: 'http://127.0.0.1:1', adminToken: 'token' }
    expect(await reportPayment(nowhere, payment, [1])).toContain('cannot be reached')
  })

  it('reports an error at once if a retry would not help', async () => {
    const { bff, requests } = await startBff(401, 404)
    expect(await reportPayment(bff, payment)).toContain('another LEYDEN_ADMIN_TOKEN')
    expect(await reportPayment(bff, payment)).toContain('no such charge')
    expect(requests).toHaveLength(2)
  })
})
