import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

/** A checked IP address, and the host name that its certificate has to have. */
export interface ConnectTarget {
  /** An IP address: no further DNS look-up happens. */
  address: string
  /** 443, except in tests. */
  port: number
  /** The host name of the URL. */
  servername: string
}

/** Opens a connection that is ready for HTTP; rejects and closes the socket when `signal` is aborted. */
export type Connect = (target: ConnectTarget, signal: AbortSignal) => Promise<Socket>

/**
 * TLS to exactly this address. The certificate is checked whatever the value of `NODE_TLS_REJECT_UNAUTHORIZED`; `ca`
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

/** Resolves to the socket once it is ready; closes it if `signal` is aborted before. */
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
