/** The argument of the option `measure`. */
export type Measurement =
  /** A call of the store or of a provider has ended. */
  | ({
      /** What was called: the store, or a provider of charges, sessions or exchange rates. */
      of: 'store' | 'upstream'
    } & ObservedCall)
  /** A watch stream was opened or has ended. */
  | {
      /** Tells it from other measurements. */
      of: 'streams'
      /** How many watch streams are open in this process now. */
      open: number
    }

/** How one call of a method ended. */
export interface ObservedCall {
  /** The name of the method, such as `append` or `createCharge`. */
  method: string
  /** How long it took, in milliseconds. */
  ms: number
  /** What it has thrown; undefined where it succeeded. */
  error?: unknown
}

/** The same object, which reports each asynchronous call once that has ended. */
export function observe<T extends object>(target: T, onEnd: (call: ObservedCall) => void): T {
  return new Proxy(target, {
    get(_, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || typeof name !== 'string') return method
      return (...args: unknown[]) => {
        const startedAtMs = performance.now()
        const result: unknown = method.apply(target, args)
        if (!(result instanceof Promise)) return result
        const end = (error?: unknown) => onEnd({ method: name, ms: performance.now() - startedAtMs, error })
        result.then(() => end(), end)
        return result
      }
    },
  })
}
