import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConnectTls } from './connect-tls.js'
import { createCertificate } from './test-support/certificate.js'

const servers: Server[] = []
const never = new AbortController().signal

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

describe('a TLS connection to a vetted address', () => {
  it('sends the host name (SNI), not the address', async () => {
    const { port, ca, serverNames } = await startTlsServer('pay.example.com')
    const connect = createConnectTls({ ca })
    const socket = await connect({ address: '127.0.0.1', port, servername: 'pay.example.com' }, never)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    await vi.waitFor(() => expect(serverNames).toEqual(['pay.example.com']))
    socket.destroy()
  })

  it('refuses a certificate of another name', async () => {
    const { port, ca } = await startTlsServer('evil.example.com')
    const connect = createConnectTls({ ca })
    await expect(
      connect({ address: '127.0.0.1', port, servername: 'pay.example.com' }, never),
    ).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  it('refuses an unknown authority even if the environment disables the check', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { port } = await startTlsServer('pay.example.com')
    await expect(
      createConnectTls()({ address: '127.0.0.1', port, servername: 'pay.example.com' }, never),
    ).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  it('is cancelled by its signal', async () => {
    const { port, ca } = await startTlsServer('pay.example.com')
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(
      createConnectTls({ ca })({ address: '127.0.0.1', port, servername: 'pay.example.com' }, aborted),
    ).rejects.toThrow('enough')
  })
})
