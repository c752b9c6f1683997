import { expect, it } from 'vitest'
import { fieldsOf, isRecord, parseJson } from './json.js'

it('reads the own fields of an object, and no inherited ones', () => {
  const fields = fieldsOf(parseJson('{"own":1}'))
  expect([fields.own, fields.constructor, fields.toString]).toEqual([1, undefined, undefined])
  expect(fieldsOf(parseJson('{"__proto__":{"theirs":1}}')).theirs).toBeUndefined()
})

it('finds no fields in a value that is not an object', () => {
  for (const value of [null, 'text', ['a'], 1, undefined]) {
    expect(isRecord(value)).toBe(false)
    expect(Object.keys(fieldsOf(value))).toEqual([])
  }
})

it('returns undefined for a text that is not JSON', () => {
  expect(parseJson('{')).toBeUndefined()
})
