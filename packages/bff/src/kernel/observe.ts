/** The argument of the option `measure`. */
export type Measurement =
  /** A call of the store or of a provider has ended. */
  | ({
      /** The called part: the store, or a provider of charges, sessions or exchange rates. */
      of: 'store' | 'upstream'
    } & ObservedCall)
  /** A watch stream was opened or has ended. */
  | {
      /** The kind of measurement. */
      of: 'streams'
      /** The number of open watch streams in this process. */
      open: number
    }

/** The result of one method call. */
export interface ObservedCall {
  /** The name of the method, such as `append` or `createCharge`. */
  method: string
  /** The duration in milliseconds. */
  ms: number
  /** The thrown error; undefined if the call succeeded. */
  error?: unknown
}

/** Wraps an object and reports each asynchronous call after it has ended. */
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
