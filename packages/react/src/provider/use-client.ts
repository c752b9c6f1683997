import { type Client, LeydenError } from '@leyden/core'
import { useLeydenContext } from './leyden-context.js'

/**
 * The client that a widget talks through: its own `client` prop, else the provider's.
 *
 * @throws LeydenError `BAD_REQUEST` when there is neither.
 */
export function useClient(own?: Client): Client {
  const { client } = useLeydenContext()
  const chosen = own ?? client
  if (!chosen)
    throw new LeydenError(
      'BAD_REQUEST',
      'A Leyden widget has no client: put <LeydenProvider bffUrl="…"> around it, or pass it a client.',
      { field: 'client' },
    )
  return chosen
}
