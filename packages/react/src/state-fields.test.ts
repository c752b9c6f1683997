import { describe, expect, it } from 'vitest'
import { createChangeCheck, reportedFields } from './foundation/reports/state-fields.js'
import { payFixtures } from './pay/flow/fixtures.js'
import { payStateFields } from './pay/flow/pay-state.js'
import { rampFixtures } from './ramp/flow/fixtures.js'
import { rampStateFields } from './ramp/flow/ramp-state.js'

type Fields = Readonly<Record<string, readonly string[]>>

const flows = [
  ['pay', payFixtures, payStateFields as Fields],
  ['ramp', rampFixtures, rampStateFields as Fields],
] as const
const states = flows.flatMap(([widget, fixtures, fields]) =>
  Object.values(fixtures).map((state) => ({ widget, status: state.status, state, fields })),
)

/** The same content in new objects. What is no plain object, such as a date, has no content to compare. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyOf(field)])) as Value
}

describe('a page is told of a state', () => {
  it.each(states)('once: $widget $status', ({ state, fields }) => {
    const hasChanged = createChangeCheck({})
    expect(hasChanged(reportedFields(state, fields))).toBe(true)
    expect(hasChanged(reportedFields(copyOf(state), fields))).toBe(false)
    // The number of a request is no field for a page.
    expect(hasChanged(reportedFields({ ...state, attempt: 99 }, fields))).toBe(false)
  })

  it.each(states)('again if one of its fields changes: $widget $status', ({ state, fields }) => {
    for (const field of fields[state.status] ?? []) {
      const hasChanged = createChangeCheck(reportedFields(state, fields))
      expect([field, hasChanged(reportedFields({ ...state, [field]: 'another' }, fields))]).toEqual([
        field,
        true,
      ])
    }
  })

  it('again for another charge of the same status', () => {
    const { awaiting } = payFixtures
    const hasChanged = createChangeCheck(reportedFields(awaiting, payStateFields))
    const other = { ...awaiting, charge: { ...awaiting.charge, id: 'ab'.repeat(32) } }
    expect(hasChanged(reportedFields(other, payStateFields))).toBe(true)
  })
})
