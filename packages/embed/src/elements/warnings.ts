import { messageReference } from '@leyden/core/internal'
import { whenLoaded } from '@leyden/react/options'

/** Warns once of each attribute that does nothing, and of each that seems to hold a secret. */
export function createAttributeWarning() {
  const warned = new Set<string>()
  return ({ localName }: Element, name: string, cure: string, isRefused: boolean): void => {
    // A name that is refused has its own message.
    if (warned.has(name) || (isRefused && !isSecret(name))) return
    warned.add(name)
    console.warn(
      isSecret(name)
        ? `Leyden: <${localName} ${name}> holds a secret? Everybody who opens this page can read it, so it is public now: revoke it, and keep the new one on your server. See ${messageReference('KEY_IN_PAGE')}`
        : `Leyden: <${localName}> has no attribute ${name}. ${cure} See ${messageReference('UNKNOWN_ATTRIBUTE')}`,
    )
  }
}

function isSecret(name: string): boolean {
  return /key|secret|token/.test(name)
}

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
      `Nothing of Leyden is shown yet. Call Leyden.configure({ bffUrl: '…' }). See ${messageReference('WIDGET_HAS_NO_BFF')}`,
    )
  }
  whenLoaded(() => setTimeout(check))
}
