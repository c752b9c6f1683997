import { connect as connectTcp } from 'node:net'
import { isLoopback } from '@leyden/core/internal'
import type { GuardedGetOptions } from './guarded-get.js'

/**
 * Resolves every name to a sandbox on this machine, over plain HTTP, so that even a failed check could only reach the
 * sandbox. URLs are checked as usual.
 *
 * @throws Error if the URL is not on this machine.
 */
export function sandboxWires(
  sandboxUrl: string,
): Required<Pick<GuardedGetOptions, 'resolve' | 'connect' | 'isAllowedAddress'>> {
  const url = URL.canParse(sandboxUrl) ? new URL(sandboxUrl) : null
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname))
    throw new Error(
      'The sandboxUrl of lnurlProvider() must be an http URL of this machine, such as http://127.0.0.1:4012.',
    )
  const port = Number(url.port || 80)
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '')
  return {
    resolve: async () => [host],
    isAllowedAddress: (address) => address === host,
    connect: () => connectTcp({ host, port }),
  }
}
