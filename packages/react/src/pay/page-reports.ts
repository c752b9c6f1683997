import type { AddressLookup } from '../address/address-lookup.js'
import { createNotifier } from '../foundation/reports/callback-table.js'
import { createChangeCheck, reportedFields } from '../foundation/reports/state-fields.js'
import { type PayState, payIdle, payStateFields } from './flow/pay-state.js'
import { type PayCallbacks, payCallbacks } from './pay-callbacks.js'
import type { PaySettings } from './pay-settings.js'

/** Calls a callback of the page, and reports its event to the provider. */
export const notifyPage = createNotifier<PayCallbacks>('pay', payCallbacks)

/** What the page is told of one widget, from its first look-up on. */
export type PageReports = ReturnType<typeof createPageReports>

/** Makes the functions that tell the page of the states and look-ups of one widget, each once. */
export function createPageReports(settings: () => PaySettings) {
  const hasChanged = createChangeCheck(reportedPart(payIdle, { status: 'empty' }))
  let reported: AddressLookup | undefined

  /** Calls `onStateChange` if the page is to be told of this state, or of the answer of the look-up. */
  const reportState = (state: PayState) => {
    const { lookup } = settings()
    if (hasChanged(reportedPart(state, lookup))) notifyPage(settings(), 'onStateChange', state, lookup)
  }

  /** Reports the current look-up. */
  const reportLookup = (state: PayState) => {
    const { lookup } = settings()
    const before = reported
    if (lookup === before || (before === undefined && lookup.status === 'empty')) return
    reported = lookup
    reportState(state)
    if (
      lookup.status === 'unreachable' &&
      // An automatic retry fails in the same way, so only the first failure is reported.
      !(before?.status === 'unreachable' && before.error.code === lookup.error.code)
    )
      notifyPage(settings(), 'onError', lookup.error)
  }

  return { reportState, reportLookup }
}

/** What is reported to the page: the fields of the state, and the answer of the look-up. */
function reportedPart(state: PayState, lookup: AddressLookup): object {
  const { earlier, arrived } = state
  return { ...reportedFields(state, payStateFields), earlier, arrived, answer: answerOf(lookup) }
}

/** The answer of a look-up; undefined while there is none, so also for each key that is typed. */
function answerOf(lookup: AddressLookup): object | undefined {
  switch (lookup.status) {
    case 'found':
    case 'invalid':
      return lookup
    case 'unreachable':
      // Each retry has another error.
      return { ...lookup, error: lookup.error.code }
    case 'empty':
    case 'typing':
    case 'looking':
      return undefined
    default:
      return lookup satisfies never
  }
}
