import { expect, it } from 'vitest'
import { reasonOf } from './log.js'

it.each([
  [new TypeError('no such table'), 'no such table'],
  // Like an error of a native module, or of another realm.
  [{ message: 'disk I/O error', code: 'SQLITE_IOERR' }, 'disk I/O error'],
  ['gone', 'gone'],
  [undefined, 'undefined'],
])('finds the message of a thrown value: %j', (thrown, message) => {
  expect(reasonOf(thrown)).toBe(message)
})
