import { describe } from 'vitest'
import { SOURCE_FAULTS } from './planted-faults.js'
import { expectFaultsToBeFound } from './run-planted-faults.js'

describe('a check of a source or a document fails', () => {
  expectFaultsToBeFound('source', SOURCE_FAULTS)
})
