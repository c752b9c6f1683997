import { connect as connectTcp } from 'node:net'
import { isLoopback } from '@leyden/core/internal'
import type { GuardedGetOptions } from './guarded-get.js'

/**
 * Resolves every name to a server on this machine, over plain HTTP, so that even a failed check could only reach that
 * server. URLs are checked as usual.
 *
 * @param option the option that has the URL, for the error.
 * @throws Error if the URL is not on this machine.
 */
export function localServer(serverUrl: string, option: string): GuardedGetOptions {
  const url = URL.canParse(serverUrl) ? new URL(serverUrl) : null
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname))
    throw new Error(`${option} must be an http URL of this machine, such as http://127.0.0.1:4012.`)
  const port = Number(url.port || 80)
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '')
  return {
    resolve: async () => [host],
    isAllowedAddress: (address) => address === host,
    isOwnAddress: async () => false,
    connect: () => connectTcp({ host, port }),
  }
}
