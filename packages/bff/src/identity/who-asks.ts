import type { Context, Exchange } from '../context.js'
import type { Identity } from './identity.js'

/** The host's word on who is asking; null where it has none. What `identify` throws goes on. */
export async function whoAsks({ options }: Context, { request }: Exchange): Promise<Identity | null> {
  return (await options.identify?.(request)) ?? null
}
