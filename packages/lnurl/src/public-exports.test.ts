import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as check from './check/check-address.js'
import * as index from './index.js'

it('the package exports the documented values, from two entries', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(exports)).toEqual(['.', './check', './package.json'])
  expect(Object.keys(index)).toEqual(['lnurlProvider'])
  expect(Object.keys(check).sort()).toEqual(['checkAddress'])
})
