import { describe, expect, it } from 'vitest'
import { countTests } from './vitest-step.mjs'

const test = (status, fullName = 'it', failureMessages = []) => ({ status, fullName, failureMessages })

describe('countTests', () => {
  it('takes the counts of a good run', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      testResults: [{ status: 'passed', assertionResults: [test('passed')] }],
    }
    expect(countTests(report, 0)).toMatchObject({ passed: 3, failed: 0, failures: [], secondTries: [] })
  })

  it('counts a file that could not be loaded', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      testResults: [{ status: 'failed', assertionResults: [] }],
    }
    expect(countTests(report, 1)).toMatchObject({ passed: 3, failed: 1 })
  })

  it('counts a failed test once, not its file again', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 2,
      testResults: [{ status: 'failed', assertionResults: [test('failed'), test('failed'), test('passed')] }],
    }
    expect(countTests(report, 1)).toMatchObject({ passed: 1, failed: 2 })
  })

  it('names what failed and what needed a second try, with the first line of the reason', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            test('passed', 'a'),
            test('passed', 'b', ['Error: too late\n  at x']),
            test('failed', 'c', ['Error: wrong\n  at y']),
          ],
        },
      ],
    }
    const counts = countTests(report, 1)
    expect(counts.failures).toEqual(['c: Error: wrong'])
    expect(counts.secondTries).toEqual(['b: Error: too late'])
  })

  it.each([
    ['an error outside of any test', { numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1],
    ['a run without tests', { numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0],
    ['a run that left no report', null, 1],
  ])('fails for %s', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1)
  })
})
