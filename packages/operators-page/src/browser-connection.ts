import { isLoopback, tryOrUndefined } from '@leyden/core/internal'
import type { RequestContext } from './route.js'

/** How the browser of an operator reaches this server. */
export interface BrowserConnection {
  /**
   * `https`: also behind a trusted proxy that says so. `loopback`: over plain HTTP, but within one machine, such as
   * through an SSH tunnel. `plain`: readable on its way.
   */
  kind: 'https' | 'loopback' | 'plain'
  /**
   * Whether the request comes from a page of this server. Browsers say it with each POST: over HTTPS and to this machine
   * by `Sec-Fetch-Site`, otherwise by `Origin`.
   */
  isOwnPage: boolean
}

/** @param isProxy whether an address belongs to a trusted proxy. */
export function browserConnection(
  { request, peer }: Pick<RequestContext, 'request' | 'peer'>,
  isProxy: (address: string) => boolean,
): BrowserConnection {
  const { protocol, host: hostOfUrl } = new URL(request.url)
  const host = request.headers.get('host') ?? hostOfUrl
  const isBehindProxy = peer !== undefined && isProxy(peer)
  const forwarded = isBehindProxy ? request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : ''
  const kind = protocol === 'https:' || forwarded === 'https' ? 'https' : isLocal() ? 'loopback' : 'plain'
  const origin = tryOrUndefined(() => new URL(request.headers.get('origin') ?? ''))
  const isOwnOrigin = origin?.host === host && origin.protocol === (kind === 'https' ? 'https:' : 'http:')
  const site = request.headers.get('sec-fetch-site')
  return { kind, isOwnPage: site === null ? isOwnOrigin : site === 'same-origin' }

  function isLocal(): boolean {
    const address = peer?.replace(/^::ffff:/i, '')
    const isOfThisMachine = address === undefined || address === '::1' || isLoopback(address) || isBehindProxy
    const name = tryOrUndefined(() => new URL(`http://${host}`).hostname)
    return isOfThisMachine && name !== undefined && isLoopback(name)
  }
}
