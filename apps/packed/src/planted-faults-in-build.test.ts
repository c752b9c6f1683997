import { describe } from 'vitest'
import { BUILD_FAULTS } from './planted-faults.js'
import { expectFaultsToBeFound } from './run-planted-faults.js'

describe('a check of a built file fails', () => {
  expectFaultsToBeFound('build', BUILD_FAULTS)
})
