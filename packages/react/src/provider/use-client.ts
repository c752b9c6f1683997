import type { Client } from '@leyden/core'
import { useLeydenContext } from './leyden-context.js'
import { missingClient } from './missing-client.js'
import { useWarnings } from './wrong-props.js'

/** Options of a hook that sends requests. */
export interface UseClientOptions {
  /** The client to use. @default the provider's */
  client?: Client | undefined
}

/**
 * The client of a widget: its own `client` prop, otherwise the provider's. If there is neither, the console names the
 * component, and {@link missingClient} sends nothing.
 */
export function useClient(own: Client | undefined, component: string): Client {
  const { client, noClient } = useLeydenContext()
  const chosen = own ?? client
  useWarnings(
    'a-widget-has-no-bff',
    chosen || noClient === null ? [] : [`Leyden: ${component} has no BFF to ask. ${noClient}`],
  )
  return chosen ?? missingClient
}
