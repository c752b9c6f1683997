import { isIPv6, type Socket, type TcpSocketConnectOpts } from 'node:net'
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls'

/** Checked IP addresses, and the host name that their certificate has to have. */
export interface ConnectTarget {
  /** IP addresses: no further DNS look-up happens. */
  addresses: readonly string[]
  /** 443, except in tests. */
  port: number
  /** The host name of the URL. */
  servername: string
}

/** Starts to connect to one of the addresses, like `connect` of `node:tls` and `node:net`. */
export type Connect = (target: ConnectTarget) => Socket

const NEXT_ADDRESS_AFTER_MS = 500

/**
 * TLS to exactly these addresses, to the first one that responds. The certificate is checked whatever the value of
 * `NODE_TLS_REJECT_UNAUTHORIZED`; `ca` replaces the well-known authorities.
 */
export function createConnectTls(options: { ca?: string | undefined } = {}): Connect {
  return ({ addresses, port, servername }) => {
    const checked = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const target: TcpSocketConnectOpts & ConnectionOptions = {
      // Not the host of the URL, because for an IP address Node would skip `lookup`.
      host: 'checked.invalid',
      lookup: (_, __, done) => done(null, checked),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
      port,
      servername,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ca: options.ca,
    }
    return tlsConnect(target)
  }
}
