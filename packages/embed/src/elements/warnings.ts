import { messageReference } from '@leyden/core/internal'
import { whenLoaded } from '../widget/prefetch.js'

/** The attributes of every HTML element, apart from those of the prefixes below. */
const OF_HTML = new Set(
  (
    'accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint ' +
    'exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover ' +
    'role slot spellcheck style tabindex title translate writingsuggestions xmlns'
  ).split(' '),
)

/** Data, handlers, and attributes of frameworks. */
const OF_OTHERS = /^(?:data|aria|ng|v|x|hx)-|^on|^js|[^a-z-]/

/**
 * Warns once of each attribute that an element does not know. A misspelt `address` or `amount-sats` that is ignored
 * would let people pay anyone and any amount.
 *
 * @param known the names that the element observes
 * @param attributes those that it reads; the others are refused with a message of their own
 */
export function createAttributeCheck(
  known: readonly string[],
  attributes: readonly string[],
): (element: Element) => void {
  const warned = new Set<string>()
  return (element) => {
    for (const name of element.getAttributeNames()) {
      if (warned.has(name) || known.includes(name) || OF_HTML.has(name) || OF_OTHERS.test(name)) continue
      warned.add(name)
      console.warn(
        /key|secret|token/.test(name)
          ? `Leyden: <${element.localName} ${name}> holds a secret? Everybody who opens this page can read it, so it is public now: revoke it, and keep the new one on your server. See ${messageReference('KEY_IN_PAGE')}`
          : `Leyden: <${element.localName}> has no attribute ${name}. It has: ${attributes.join(', ')}. See ${messageReference('UNKNOWN_ATTRIBUTE')}`,
      )
    }
  }
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
