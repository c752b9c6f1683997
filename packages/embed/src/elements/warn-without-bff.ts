import { messageReference } from '@leyden/core/internal'
import { whenLoaded } from '../leyden/prefetch.js'

let warned = false

/**
 * Warns once per page of an element without a BFF. It waits until the page has loaded, because the page may set it
 * until then.
 */
export function warnWithoutBff(isMissing: () => boolean): void {
  const check = () => {
    if (warned || !isMissing()) return
    warned = true
    console.warn(
      `Nothing of Leyden is shown yet. Call Leyden.configure({ bffUrl: '…' }). See ${messageReference('a-widget-has-no-bff')}`,
    )
  }
  whenLoaded(() => setTimeout(check))
}
