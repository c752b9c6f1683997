'use client'

export { fixtureRecipient } from './address/fixtures.js'
/** For tests of pages that use the widgets, without any server: a client in memory, and the flows' fixtures. */
export { fixtureCharge, fixtureNow, fixturePreimage, payFixtures } from './pay/flow/fixtures.js'
export { rampFixtureSession, rampFixtures } from './ramp/flow/fixtures.js'
export {
  createFakeClient,
  type FakeCharge,
  type FakeClient,
  type FakeClientOptions,
  type FakeRampOptions,
  type FakeRampState,
  type FakeSession,
} from './testing/fake-client.js'
