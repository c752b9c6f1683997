import { expect, it } from 'vitest'
import { isRightToLeft } from './right-to-left.js'

it.each([
  ['ar', true],
  ['AR-EG', true],
  ['he_IL', true],
  ['ckb', true],
  ['az-Arab', true],
  ['az', false],
  ['ku-Latn-TR', false],
  ['arn', false],
  ['en', false],
  ['', false],
])('knows the direction of %j', (locale, rightToLeft) => {
  expect(isRightToLeft(locale)).toBe(rightToLeft)
})
