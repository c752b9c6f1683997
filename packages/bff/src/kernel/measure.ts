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
  /** The name of the method, such as `commit` or `createCharge`. */
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
  return measured(store, measure, ['watch'])
}

/** An object each of whose methods is measured under its own name, except some. */
function measured<Target extends object>(
  target: Target,
  measure: MeasureCall,
  unmeasured: readonly PropertyKey[] = [],
): Target {
  return new Proxy(target, {
    get(_, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function' || unmeasured.includes(name)) return member
      return (...parameters: unknown[]) => measure(String(name), () => member.apply(target, parameters))
    },
  })
}

/** A source of invoices whose calls are measured, but for `time`, which only the check of the configuration reads. */
export function measuredPay(pay: PayProvider, measure: MeasureCall): PayProvider {
  return measured(pay, measure, ['time'])
}

/** A source of ramp sessions whose calls are measured. */
export function measuredRamp(ramp: RampProvider, measure: MeasureCall): RampProvider {
  return measured(ramp, measure)
}
