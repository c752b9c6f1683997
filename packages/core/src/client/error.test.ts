import { expect, it } from 'vitest'
import { LeydenError } from './error.js'
import { sentenceOf } from './reference.js'

it('an error links to its section of the documentation, and a reply leaves that link out', () => {
  const error = new LeydenError('NETWORK', 'The server could not be reached.')
  expect(error.message).toBe('The server could not be reached. See docs/errors.md#network')
  expect(sentenceOf(error)).toBe('The server could not be reached.')
})
