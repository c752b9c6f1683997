// Runs vitest projects and counts what they tested.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode, tool } from './child.mjs'

/**
 * A step that runs these vitest projects. One without any test counts as a failure. Files that mostly wait (for
 * processes, expiry, a page) are told to run two at a time: vitest's own choice for two cores is one.
 */
export function vitestStep(name, projects, { timeoutMs = 300_000, env = {}, workers } = {}) {
  return { name, projects, run: () => runProjects(projects, timeoutMs, env, workers) }
}

async function runProjects(projects, timeoutMs, env, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-vitest-'))
  const outputFile = join(folder, 'report.json')
  try {
    const code = await runNode(
      [
        tool('vitest'),
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        ...(workers ? [`--maxWorkers=${workers}`] : []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${outputFile}`,
      ],
      { timeoutMs, env: { CI: 'true', ...env } },
    )
    return countTests(readReport(outputFile), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * What a run counts for, and the names of the tests that failed or needed a second try. A file that could not be
 * loaded has no tests in vitest's report, and an error outside of any test has only the exit code: both must not
 * pass for silence.
 */
export function countTests(report, exitCode) {
  const files = report?.testResults ?? []
  const tests = files.flatMap((file) => file.assertionResults)
  const unloaded = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const passed = report?.numPassedTests ?? 0
  const failures = [
    ...tests.filter((test) => test.status === 'failed').map(firstWords),
    ...unloaded.map((file) => `${file.name} did not load: ${firstLine(file.message)}`),
  ]
  const failed = (report?.numFailedTests ?? 0) + unloaded.length
  // vitest keeps the error of a first try beside the pass of the second.
  const secondTries = tests
    .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
    .map(firstWords)
  if (failed === 0 && (exitCode !== 0 || passed === 0))
    return { passed, failed: 1, failures: [`vitest ended with ${exitCode}`], secondTries }
  return { passed, failed, failures, secondTries }
}

function firstWords(test) {
  return `${test.fullName}: ${firstLine(test.failureMessages?.[0])}`
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}
