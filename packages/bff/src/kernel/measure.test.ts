import type { PayProvider } from '@leyden/core/provider'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../stores/memory/memory-store.js'
import { storeConformance } from '../test-support/store-conformance.js'
import { createMeasureCall, type MeasuredCall, measuredPay, measuredRamp, measuredStore } from './measure.js'

storeConformance('a measured store', async () =>
  measuredStore(
    memoryStore(),
    createMeasureCall(() => {}),
  ),
)

function recording() {
  const calls: MeasuredCall[] = []
  return { calls, measure: createMeasureCall((call) => void calls.push(call)) }
}

describe('a measured call', () => {
  it('is reported once, with its duration, after it has succeeded', async () => {
    const { calls, measure } = recording()
    const result = await measure('commit', async () => {
      expect(calls).toEqual([])
      return 'stored'
    })
    expect([result, calls]).toEqual([
      'stored',
      [{ method: 'commit', ms: expect.any(Number), error: undefined }],
    ])
  })

  it('is reported with its error, which the caller gets, also one that is thrown at once', async () => {
    const { calls, measure } = recording()
    const error = new Error('disk full')
    await expect(measure('put', () => Promise.reject(error))).rejects.toBe(error)
    const throwing = () => {
      throw error
    }
    await expect(measure('get', throwing)).rejects.toBe(error)
    expect(calls.map((call) => [call.method, call.error])).toEqual([
      ['put', error],
      ['get', error],
    ])
  })
})

it('every method of a store is measured under its own name, except the subscription', async () => {
  const { calls, measure } = recording()
  const bare = memoryStore()
  const names = Object.keys(bare) as (keyof typeof bare)[]
  const store = measuredStore(
    Object.fromEntries(names.map((name) => [name, async () => name])) as never,
    measure,
  )
  for (const name of names) await (store[name] as () => unknown)()
  expect(calls.map(({ method }) => method)).toEqual(names.filter((name) => name !== 'watch'))
})

it('a measured provider passes its arguments on, and keeps what it says about itself', async () => {
  const { calls, measure } = recording()
  const echo = async (...parameters: unknown[]) => parameters as never
  const pay: PayProvider = {
    takesPayerData: true,
    party: 'recipient',
    validateLightningAddress: echo,
    createCharge: echo,
    verify: echo,
  }
  const measured = measuredPay(pay, measure)
  const [one, two] = [{} as never, {} as never]
  expect([measured.takesPayerData, measured.party]).toEqual([true, 'recipient'])
  for (const name of ['validateLightningAddress', 'createCharge', 'verify'] as const)
    expect(await measured[name]?.(one, two)).toEqual([one, two])
  expect(await measuredRamp({ createRampSession: echo }, measure).createRampSession(one, two)).toEqual([
    one,
    two,
  ])
  expect(calls.map(({ method }) => method)).toEqual([
    'validateLightningAddress',
    'createCharge',
    'verify',
    'createRampSession',
  ])
})

it('a provider that cannot verify payments still cannot', () => {
  const { measure } = recording()
  expect(measuredPay({} as PayProvider, measure).verify).toBeUndefined()
})
