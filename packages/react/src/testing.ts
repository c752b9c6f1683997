'use client'

/** For tests of pages that use the widgets, without any server: a client in memory, and the flows' fixtures. */
export {
  fixtureCharge,
  fixtureNow,
  fixturePreimage,
  fixtureRecipient,
  payFixtures,
} from '@leyden/core/pay/fixtures'
export { rampFixtureSession, rampFixtures } from '@leyden/core/ramp/fixtures'
export {
  createFakeClient,
  type FakeCharge,
  type FakeClient,
  type FakeClientOptions,
} from './testing/fake-client.js'
export type { FakeRampOptions, FakeRampState, FakeSession } from './testing/fake-ramp.js'
