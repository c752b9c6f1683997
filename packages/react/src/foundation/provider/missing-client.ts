import { type Client, LeydenError } from '@leyden/core'
import { createServerClock, createSignedInUser } from '@leyden/core/internal'

const refuse = (): Promise<never> =>
  Promise.reject(
    new LeydenError('NOT_CONFIGURED', 'There is no BFF to ask: set bffUrl on <LeydenProvider>.', {
      field: 'client',
    }),
  )

/** The client of a page that gives no usable one: it sends nothing. The console says why. */
export const missingClient: Client = {
  baseUrl: '',
  clock: createServerClock(),
  user: createSignedInUser(),
  validateLightningAddress: refuse,
  createCharge: refuse,
  readIntent: refuse,
  readExchangeRate: refuse,
  createRampSession: refuse,
  readState: refuse,
  proveCharge: refuse,
  watch: () => ({ refresh: () => {} }),
}
