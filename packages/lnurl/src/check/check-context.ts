import type { Network } from '@leyden/core'

/** What the lines of a report depend on, besides what came. */
export interface CheckContext {
  /** The origin of a page that the requests name. */
  page: string
  /** Whether a server on this machine stands in for every host. */
  isLocal: boolean
  /** Whether the report must not tell why a host could not be reached. */
  hideNetwork: boolean
  network: Network
  now: Date
}
