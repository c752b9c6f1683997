import { fieldsOf } from '@leyden/core/internal'
import { asSats } from '@leyden/core/money'
import { useEffect, useRef, useState } from 'react'
import { wholeSats } from '../../foundation/card/option-rule.js'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import { useBrowserLayoutEffect, useLatest } from '../../foundation/provider/use-latest.js'
import { numberedName } from '../numbered-name.js'
import { orderOfProps } from '../order-of-props.js'
import type { PayFields } from '../pay-handle.js'
import type { PayOptions } from '../pay-options.js'

const PREFIX = 'leyden:typed:'
const session = () => sessionStorage

/** The keys of the forms on this page. */
const forms = new Set<string>()

/**
 * Keeps what a person typed over a reload of the page, while the widget asks them to reload it. The payer data is not
 * kept. A form is known by the order that its props ask for, as stored charges are.
 *
 * @param isReloadAsked whether it asks now
 * @returns whether everything that the person typed is kept
 */
export function useTypedInput(options: PayOptions, fields: PayFields, isReloadAsked: boolean): boolean {
  const { address, amount, note, payer } = fields
  const page = typeof location === 'undefined' ? '' : location.pathname
  const { name } = orderOfProps(options, page)
  const key = useRef<string>(undefined)
  const latest = useLatest(fields)
  useEffect(() => {
    const own = numberedName(PREFIX + name, forms)
    forms.add(own)
    key.current = own
    const kept = fieldsOf(readJson(session, own))
    writeJson(session, own, undefined)
    const { address, amount, note } = latest.current
    if (typeof kept.address === 'string' && !address.locked) address.setText(kept.address)
    if (typeof kept.sats === 'string' && /^\d+$/.test(kept.sats) && !amount.locked)
      amount.setSats(asSats(kept.sats))
    if (typeof kept.note === 'string' && !note.locked) note.setText(kept.note)
    return () => {
      forms.delete(own)
      key.current = undefined
    }
  }, [name, latest])

  const typedAddress = typedText(address, options.defaultAddress)
  const typedSats = amount.sats === wholeSats(options.defaultAmountSats) || amount.locked ? null : amount.sats
  const typedNote = typedText(note, options.defaultDescription)
  const hasTyped = typedAddress !== undefined || typedSats !== null || typedNote !== undefined
  const [isKept, setKept] = useState(false)
  useBrowserLayoutEffect(() => {
    const own = key.current
    if (!isReloadAsked || !hasTyped || own === undefined) return
    writeJson(session, own, { address: typedAddress, sats: typedSats, note: typedNote })
    // Storage may be full or forbidden.
    setKept(readJson(session, own) !== undefined)
    return () => {
      writeJson(session, own, undefined)
      setKept(false)
    }
  }, [isReloadAsked, hasTyped, typedAddress, typedSats, typedNote])
  return isKept && payer.given === null
}

/** The text of a field, if a person may have typed it. */
function typedText(
  { text, locked }: { text: string; locked: boolean },
  given: string | undefined,
): string | undefined {
  return locked || text === '' || text === given ? undefined : text
}
