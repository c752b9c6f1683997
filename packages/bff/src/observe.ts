/** The argument of the option `measure`. */
export type Measurement =
  /** A call of the store or of a provider has ended. */
  | ({ of: 'store' | 'upstream' } & ObservedCall)
  /** Watch streams that are open in this process now. */
  | { of: 'streams'; open: number }

/** How one call of a method ended. */
export interface ObservedCall {
  method: string
  ms: number
  /** Undefined where it succeeded. */
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
