import { fieldsOf } from '@leyden/core/internal'
import { asSats } from '@leyden/core/money'
import { useEffect } from 'react'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import { useLatest } from '../../foundation/provider/use-latest.js'
import type { PayFields } from '../pay-handle.js'
import type { PayOptions } from '../pay-options.js'

const KEY = 'leyden:typed'
const session = () => sessionStorage

/**
 * Keeps what a person typed over a reload of the page, while the widget asks them to reload it. The payer data is not
 * kept.
 *
 * @param isReloadAsked whether it asks now
 */
export function useTypedInput(options: PayOptions, fields: PayFields, isReloadAsked: boolean): void {
  const { address, amount, note } = fields
  const { reference, address: givenAddress, amountSats } = options
  const form = JSON.stringify([reference, givenAddress, amountSats?.toString()])
  const latest = useLatest(fields)
  useEffect(() => {
    const kept = fieldsOf(readJson(session, KEY))
    if (kept.page !== location.pathname || kept.form !== form) return
    writeJson(session, KEY, undefined)
    const { address, amount, note } = latest.current
    if (typeof kept.address === 'string' && !address.locked) address.setText(kept.address)
    if (typeof kept.sats === 'string' && /^\d+$/.test(kept.sats) && !amount.locked)
      amount.setSats(asSats(kept.sats))
    if (typeof kept.note === 'string' && kept.note !== '') note.setText(kept.note)
  }, [form, latest])
  useEffect(() => {
    if (!isReloadAsked) return
    const page = location.pathname
    writeJson(session, KEY, { page, form, address: address.text, sats: amount.sats, note: note.text })
    return () => writeJson(session, KEY, undefined)
  }, [isReloadAsked, form, address.text, amount.sats, note.text])
}
