import { isLeydenError } from '@leyden/core'
import { expect } from 'vitest'
import { onceOnly } from '../kernel/charge/charge-state.js'
import { settleCharge } from '../kernel/charge/settle-charge.js'
import { signIntent } from '../kernel/intent/intent.js'
import { changeOrder, paymentOf, readOrder } from '../kernel/intent/order.js'
import { checkChargeable } from '../kernel/intent/order-rule.js'
import type { OrderPayment, Store } from '../kernel/store/store.js'
import type { ChargeSubject } from '../kernel/store/subject.js'
import { createTokens } from '../kernel/tokens/tokens.js'
import { createStates } from '../kernel/watch/states.js'
import { AMOUNTS, newModel, type Step, takeStep, unpaidOf } from './order-steps.js'
import { SECRET } from './shop.js'
import { aCharge, anIntent } from './store-conformance.js'

/** A step, and the version of the BFF that takes it: the one before orders, or this one. */
export type VersionedStep = Step & { version: 'old' | 'new' }

const START_MS = Date.parse('2026-11-21T10:00:00.000Z')
/** Longer than an invoice is valid, so that the old version creates a charge of other terms. */
const STEP_MS = 3_600_000
const LNADDRESS = 'alice@wallet.example'

/** Every sequence of steps by both versions that begins with the smaller order. */
export function everyMix(length: number): VersionedStep[][] {
  const mixes: VersionedStep[][] = []
  const continueAfter = (steps: VersionedStep[]) => {
    if (steps.length === length) return void mixes.push(steps)
    for (const action of ['sign', 'charge', 'pay'] as const)
      for (const size of ['small', 'large'] as const) {
        const count = (of: Step['action']) =>
          steps.filter((step) => step.action === of && step.size === size).length
        const isPossible = {
          sign: steps.filter((step) => step.action === 'sign').at(-1)?.size !== size,
          charge: count('sign') > 0 && count('charge') < 2,
          pay: count('charge') > count('pay'),
        }[action]
        if (!isPossible) continue
        for (const version of ['old', 'new'] as const) continueAfter([...steps, { action, size, version }])
      }
  }
  for (const version of ['old', 'new'] as const) continueAfter([{ action: 'sign', size: 'small', version }])
  return mixes
}

export function nameOfMix(steps: readonly VersionedStep[]): string {
  return steps.map(({ version, action, size }) => `${version} ${action} ${size}`).join(', ')
}

/** Takes the steps with the store, as the versions do, and compares what the order says with what happened. */
export async function checkMix(
  store: Store,
  steps: readonly VersionedStep[],
  reference: string,
): Promise<void> {
  const model = newModel()
  const charges: ChargeSubject[] = []
  const name = nameOfMix(steps)
  for (const [turn, step] of steps.entries()) {
    const at = new Date(START_MS + turn * STEP_MS)
    const { action, size, version } = step
    const terms = { lnaddress: LNADDRESS, amountMsat: String(AMOUNTS[size]) }
    if (action === 'sign') {
      takeStep(model, step)
      if (version === 'old') await store.put(anIntent({ ...terms, reference, createdAt: at.toISOString() }))
      else await signNew(store, { lnaddress: LNADDRESS, amount: terms.amountMsat, reference }, at)
    } else if (action === 'charge') {
      const charge = aCharge({ ...terms, reference, intent: true, createdAt: at.toISOString() })
      const isRefused = version === 'old' ? model.paid.length > 0 : model.isClosed || model.last !== size
      const code = version === 'old' ? undefined : await chargeNew(store, charge)
      if (version === 'new') expect(code !== undefined, name).toBe(isRefused)
      else if (!isRefused) await store.put(charge)
      if (isRefused) continue
      model.charges.push({ size })
      charges.push(charge)
    } else {
      const charge = charges[unpaidOf(model, size) ?? -1]
      if (!charge) continue
      takeStep(model, step)
      if (version === 'new') await payNew(store, charge, at)
      else await store.append(charge.id, paidAt(at))
    }
  }
  const promised = model.paid.map((index): [string, OrderPayment] => {
    const { last = 'small', duplicateOf } = model.charges[index]?.paid ?? {}
    const matches = last === model.charges[index]?.size
    const order = { lnaddress: LNADDRESS, amountMsat: String(AMOUNTS[last]), matches }
    return [charges[index]?.id ?? '', { ...order, duplicateOf: charges[duplicateOf ?? -1]?.id }]
  })
  // Reading says the same as deciding, and deciding again.
  for (const decide of [false, true, true]) {
    const order = await readOrder(store, reference)
    expect(order.state?.amountMsat, name).toBe(String(AMOUNTS[model.last ?? 'small']))
    expect(order.state?.paidBy !== undefined, name).toBe(model.isClosed)
    for (const [id, payment] of promised) {
      const each = order.charges.find(({ charge }) => charge.id === id)
      expect(each?.payment, name).toEqual(payment)
      if (each && decide)
        expect(await paymentOf(store, each.charge), name).toEqual(each.events[0]?.facts.order ?? payment)
    }
  }
}

function paidAt(at: Date) {
  return { ...onceOnly('charge.paid'), at, facts: { evidence: 'app' as const }, deliver: true }
}

/** Signs as this version does. */
export async function signNew(
  store: Store,
  order: Parameters<typeof signIntent>[1],
  at: Date,
): Promise<void> {
  await signIntent({ tokens: createTokens([SECRET]), store, now: () => at }, order)
}

async function chargeNew(store: Store, charge: ChargeSubject): Promise<string | undefined> {
  try {
    const reference = charge.reference ?? ''
    await changeOrder(store, reference, async (order) => {
      checkChargeable(order, charge)
      return store.put(charge, { order: { reference, sequence: order.sequence } })
    })
    return undefined
  } catch (error) {
    if (isLeydenError(error)) return error.code
    throw error
  }
}

async function payNew(store: Store, charge: ChargeSubject, at: Date): Promise<void> {
  const now = () => at
  const deliveries = { wanted: true, wake() {} }
  const services = { store, states: createStates(store, now), deliveries, now }
  await settleCharge(services, { paymentHash: charge.id }, 'app')
}
