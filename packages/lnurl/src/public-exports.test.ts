import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as index from './index.js'

it('the package exports the documented values, from one entry', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(exports)).toEqual(['.', './package.json'])
  expect(Object.keys(index)).toEqual(['lnurlProvider'])
})
