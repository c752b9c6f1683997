import { messageReference } from '@leyden/core/internal'
import { isOfOthers, whenLoaded } from '@leyden/react/options'
import type { OptionRows } from '../widget/settings/options.js'
import { attributeOf } from '../widget/settings/spellings.js'

/** The attributes of every HTML element, apart from data and handlers. */
const OF_HTML = new Set(
  (
    'accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint ' +
    'exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover ' +
    'role slot spellcheck style tabindex title translate writingsuggestions xmlns'
  ).split(' '),
)

/** Warns once of each attribute that does nothing, and of each that seems to hold a secret. */
export function createAttributeWarning(rows: OptionRows): (element: Element, name: string) => void {
  const warned = new Set<string>()
  const known = rows.all.filter(({ isAttribute }) => isAttribute).map(({ name }) => attributeOf(name))
  return ({ localName }, name) => {
    if (OF_HTML.has(name) || isOfOthers(name)) return
    // Names with other signs are often those of browser extensions. A name that is refused has its own message.
    if (warned.has(name) || !/^[a-z-]+$/.test(name) || (rows.meantBy(name) && !isSecret(name))) return
    warned.add(name)
    console.warn(
      isSecret(name)
        ? `Leyden: <${localName} ${name}> holds a secret? Everybody who opens this page can read it, so it is public now: revoke it, and keep the new one on your server. See ${messageReference('KEY_IN_PAGE')}`
        : `Leyden: <${localName}> has no attribute ${name}. It has: ${known.join(', ')}. See ${messageReference('UNKNOWN_ATTRIBUTE')}`,
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
