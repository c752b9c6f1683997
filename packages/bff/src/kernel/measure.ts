import type { PayProvider, RampProvider } from '@leyden/core/provider'
import type { EndpointHealth } from './outbox/endpoint.js'
import type { Store } from './store/store.js'

/** The argument of the option `measure`. */
export type Measurement =
  /** A call of the store or of a provider has ended. */
  | ({
      /** The called part: the store, or a provider of charges, sessions or exchange rates. */
      of: 'store' | 'upstream'
    } & MeasuredCall)
  /** A watch stream was opened or has ended. */
  | {
      /** The kind of measurement. */
      of: 'streams'
      /** The number of open watch streams in this process. */
      open: number
    }
  /** `onEvent` has begun to fail, or works again. */
  | ({
      /** The kind of measurement. */
      of: 'endpoint'
    } & EndpointHealth)

/** The result of one method call. */
export interface MeasuredCall {
  /** The name of the method, such as `append` or `createCharge`. */
  method: string
  /** The duration in milliseconds. */
  ms: number
  /** The thrown error; undefined if the call succeeded. */
  error?: unknown
}

/** Runs a call, and reports its duration and error under the name of the method. */
export type MeasureCall = <Result>(method: string, call: () => Promise<Result>) => Promise<Result>

/** @param onEnd called after each call has ended. Must not throw. */
export function createMeasureCall(onEnd: (call: MeasuredCall) => void): MeasureCall {
  return async (method, call) => {
    const startedAtMs = performance.now()
    let error: unknown
    try {
      return await call()
    } catch (thrown) {
      error = thrown
      throw thrown
    } finally {
      onEnd({ method, ms: performance.now() - startedAtMs, error })
    }
  }
}

/** A store whose calls are measured. `watch` only subscribes. */
export function measuredStore(store: Store, measure: MeasureCall): Store {
  return {
    put: (subject, options) => measure('put', () => store.put(subject, options)),
    get: (id) => measure('get', () => store.get(id)),
    holder: (slot) => measure('holder', () => store.holder(slot)),
    append: (id, event, options) => measure('append', () => store.append(id, event, options)),
    read: (id, afterSeq, limit) => measure('read', () => store.read(id, afterSeq, limit)),
    heads: (id, key) => measure('heads', () => store.heads(id, key)),
    state: (id) => measure('state', () => store.state(id)),
    reduce: (id, reduction) => measure('reduce', () => store.reduce(id, reduction)),
    order: (reference) => measure('order', () => store.order(reference)),
    watch: (id, hint) => store.watch(id, hint),
    claim: (lane, limit, leaseMs, now) => measure('claim', () => store.claim(lane, limit, leaseMs, now)),
    renew: (deliveryIds, leaseMs, now) => measure('renew', () => store.renew(deliveryIds, leaseMs, now)),
    finish: (deliveryId, outcome) => measure('finish', () => store.finish(deliveryId, outcome)),
    revive: (now) => measure('revive', () => store.revive(now)),
    redeliver: (subjectId, seq, now) => measure('redeliver', () => store.redeliver(subjectId, seq, now)),
    events: (query) => measure('events', () => store.events(query)),
    subjects: (query) => measure('subjects', () => store.subjects(query)),
    outbox: () => measure('outbox', () => store.outbox()),
    take: (key, limit, windowMs, now) => measure('take', () => store.take(key, limit, windowMs, now)),
    prune: (before) => measure('prune', () => store.prune(before)),
    erase: (id) => measure('erase', () => store.erase(id)),
    close: () => measure('close', () => store.close()),
  }
}

/**
 * A source of invoices whose calls are measured, without `time`, which only the check of the configuration reads. The
 * type has the optional members too, so that a new one is not forgotten here.
 */
type MeasuredPay = { [Name in keyof Omit<PayProvider, 'time'>]-?: PayProvider[Name] }

export function measuredPay(pay: PayProvider, measure: MeasureCall): MeasuredPay {
  const { takesPayerData, party, verify } = pay
  return {
    takesPayerData,
    party,
    validateLightningAddress: (address, options) =>
      measure('validateLightningAddress', () => pay.validateLightningAddress(address, options)),
    createCharge: (request, options) => measure('createCharge', () => pay.createCharge(request, options)),
    verify: async (payment, options) =>
      verify ? measure('verify', () => verify.call(pay, payment, options)) : { status: 'unknown' },
  }
}

/** A source of ramp sessions whose calls are measured. */
export function measuredRamp(ramp: RampProvider, measure: MeasureCall): RampProvider {
  return {
    createRampSession: (request, options) =>
      measure('createRampSession', () => ramp.createRampSession(request, options)),
  }
}
