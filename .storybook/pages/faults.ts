import { type Client, LeydenError } from '../../packages/core/src/index.js'

/** The simulated faults. */
export type Fault = 'none' | 'offline' | 'slow' | 'wrong' | 'lying' | 'late'

export const faults = [
  ['none', 'Nothing goes wrong'],
  ['offline', 'The device is offline'],
  ['slow', 'The server takes five seconds'],
  ['wrong', 'The invoice is over another amount'],
  ['lying', 'The browser wallet lies about a payment'],
  ['late', 'The shop hears of it eight seconds later'],
] as const satisfies readonly (readonly [Fault, string])[]

const SLOW_MS = 5_000
export const LATE_MS = 8_000

/** Adds the chosen fault to the requests and replies of a client. */
export function withFaults(client: Client, fault: () => Fault): Client {
  const applyFault = async () => {
    if (fault() === 'offline') throw new LeydenError('NETWORK', 'The device is offline.')
    if (fault() === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  }
  return {
    ...client,
    async validateLightningAddress(...request) {
      await applyFault()
      return client.validateLightningAddress(...request)
    },
    async createCharge(request, options) {
      await applyFault()
      if (fault() !== 'wrong' || request.intent !== undefined) return client.createCharge(request, options)
      const amount = String(BigInt(request.amount) * 4n)
      return { ...(await client.createCharge({ ...request, amount }, options)), amount: request.amount }
    },
  }
}

/** Makes the browser report that it is offline, or online again. */
export function setOffline(isOffline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !isOffline })
  window.dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
}
