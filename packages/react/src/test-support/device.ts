import { fakeInvoice } from '@leyden/lightning/testing'
import { vi } from 'vitest'
import { checkCharge } from '../pay/flow/check-charge.js'
import { fixtureCharge } from '../pay/flow/fixtures.js'
import type { CheckedCharge } from '../pay/flow/pay-state.js'

/** Storage whose keys are its own properties, as in browsers. */
export class Entries {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null
  }

  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

/** Opens a page of the shop on a device. @returns what all tabs share; `vi.unstubAllGlobals()` closes the page */
export function openDevice(): Entries {
  const shared = new Entries()
  vi.stubGlobal('localStorage', shared)
  vi.stubGlobal('location', { href: 'https://shop.example/checkout/' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  return shared
}

/** Opens a tab: it has a storage of its own, besides the one that all tabs share. */
export const openTab = () => vi.stubGlobal('sessionStorage', new Entries())

/** A charge that was made some seconds after the fixture's. */
export function chargeAfter(seconds: number): CheckedCharge {
  const createdAt = new Date(fixtureCharge.createdAt.getTime() + seconds * 1_000)
  const { address, amountMsat } = fixtureCharge
  const request = fakeInvoice({
    amountMsat,
    network: 'regtest',
    preimage: seconds.toString(16).padStart(64, '0'),
    createdAt,
    expirySeconds: 3_600,
    description: address,
  })
  const reply = {
    lnaddress: address,
    amount: String(amountMsat),
    invoice: { request, uri: `lightning:${request}` },
    watch_url: `v0/watch/${seconds}`,
    network: 'regtest',
  } as const
  return checkCharge(reply, { address, terms: { amountMsat }, now: createdAt })
}
