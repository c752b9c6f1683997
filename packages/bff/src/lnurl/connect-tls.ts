import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

/** One address that was vetted, and the name that its certificate has to carry. */
export interface ConnectTarget {
  /** An IP address: nothing is looked up any more. */
  address: string
  /** 443, but for tests. */
  port: number
  /** The host name of the URL. */
  servername: string
}

/** Opens a connection that is ready for HTTP; rejects, and leaves nothing open, when `signal` fires. */
export type Connect = (target: ConnectTarget, signal: AbortSignal) => Promise<Socket>

/**
 * TLS to exactly this address. The certificate is checked whatever `NODE_TLS_REJECT_UNAUTHORIZED` says; `ca`
 * replaces the well-known authorities.
 */
export function createConnectTls(options: { ca?: string | undefined } = {}): Connect {
  return ({ address, port, servername }, signal) => {
    const socket = tlsConnect({
      host: address,
      port,
      servername,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ca: options.ca,
    })
    return whenReady(socket, 'secureConnect', signal)
  }
}

/** A socket once it is ready; it is closed when `signal` fires before. */
export function whenReady(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed before it was ready.')))
    socket.once(event, () => {
      signal.removeEventListener('abort', abort)
      resolve(socket)
    })
  })
}
