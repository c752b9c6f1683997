// Runs vitest projects and counts what they tested.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode, tool } from './child.mjs'

/** A step that runs these vitest projects. One without any test counts as a failure. */
export function vitestStep(name, projects, { timeoutMs = 300_000, env = {} } = {}) {
  return { name, projects, run: () => runProjects(projects, timeoutMs, env) }
}

async function runProjects(projects, timeoutMs, env) {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-vitest-'))
  const outputFile = join(folder, 'report.json')
  try {
    const code = await runNode(
      [
        tool('vitest'),
        'run',
        ...projects.flatMap((project) => ['--project', project]),
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
 * What a run counts for. A file that could not be loaded has no tests in vitest's report, and an error outside
 * of any test has only the exit code: both must not pass for silence.
 */
export function countTests(report, exitCode) {
  const unloaded = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + unloaded.length
  if (failed === 0 && (exitCode !== 0 || passed === 0)) return { passed, failed: 1 }
  return { passed, failed }
}
