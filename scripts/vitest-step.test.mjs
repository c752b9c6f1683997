import { describe, expect, it } from 'vitest'
import { countTests } from './vitest-step.mjs'

const test = (status) => ({ status })

describe('countTests', () => {
  it('takes the counts of a good run', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      testResults: [{ status: 'passed', assertionResults: [test('passed')] }],
    }
    expect(countTests(report, 0)).toEqual({ passed: 3, failed: 0 })
  })

  it('counts a file that could not be loaded', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      testResults: [{ status: 'failed', assertionResults: [] }],
    }
    expect(countTests(report, 1)).toEqual({ passed: 3, failed: 1 })
  })

  it('counts a failed test once, not its file again', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 2,
      testResults: [{ status: 'failed', assertionResults: [test('failed'), test('failed'), test('passed')] }],
    }
    expect(countTests(report, 1)).toEqual({ passed: 1, failed: 2 })
  })

  it.each([
    ['an error outside of any test', { numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1],
    ['a run without tests', { numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0],
    ['a run that left no report', null, 1],
  ])('fails for %s', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1)
  })
})
