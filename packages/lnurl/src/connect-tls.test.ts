import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConnectTls } from './connect-tls.js'
import { createCertificate } from './test-support/certificate.js'

const servers: Server[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

async function startTlsServer(
  hostname: string,
): Promise<{ port: number; ca: string; serverNames: string[] }> {
  const { key, cert } = createCertificate([hostname])
  const serverNames: string[] = []
  const server = createServer({ key, cert }, (socket) => {
    serverNames.push(socket.servername || '')
    socket.on('error', () => {})
    socket.end('hello')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, ca: cert, serverNames }
}

const TARGET = { addresses: ['127.0.0.1'], servername: 'pay.example.com' }

describe('a TLS connection to a vetted address', () => {
  it('sends the host name (SNI), not the address', async () => {
    const { port, ca, serverNames } = await startTlsServer('pay.example.com')
    const socket = createConnectTls({ ca })({ ...TARGET, port })
    await once(socket, 'secureConnect')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    await vi.waitFor(() => expect(serverNames).toEqual(['pay.example.com']))
    socket.destroy()
  })

  it.each(['127.0.0.1', '::1'])(
    'goes to none but the vetted addresses, even of the URL https://%s',
    async (servername) => {
      const { port, ca, serverNames } = await startTlsServer('pay.example.com')
      const socket = createConnectTls({ ca })({ addresses: ['127.0.0.2'], port, servername })
      await expect(once(socket, 'secureConnect')).rejects.toMatchObject({ address: '127.0.0.2' })
      expect(serverNames).toEqual([])
    },
  )

  it.each([
    ['refuses the connection', '127.0.0.2'],
    ['does not respond', '192.0.2.1'],
  ])('tries the next address when one %s', async (_, other) => {
    const { port, ca } = await startTlsServer('pay.example.com')
    const addresses = [other, '127.0.0.1']
    const socket = createConnectTls({ ca })({ ...TARGET, addresses, port })
    // Before the system gives up a connection that gets no reply, after two minutes.
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(60_000) })
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  it('refuses a certificate of another name', async () => {
    const { port, ca } = await startTlsServer('evil.example.com')
    await expect(once(createConnectTls({ ca })({ ...TARGET, port }), 'secureConnect')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  it('refuses an unknown authority even if the environment disables the check', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { port } = await startTlsServer('pay.example.com')
    await expect(once(createConnectTls()({ ...TARGET, port }), 'secureConnect')).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})
