// Runs checks one after another (two cores are soon full), and ends in one line that sums them up.
import { installIfNeeded } from './pnpm.mjs'

/**
 * Runs each `{ name, run }` and prints a summary whose last line is `N passed, N failed`. `run` resolves to
 * `{ passed, failed, failures?, secondTries? }`, the last two being names; a step that throws counts as one failure. The exit code tells whether any failed.
 */
export async function runSteps(steps) {
  const results = []
  for (const step of [{ name: 'install', run: install }, ...steps]) {
    console.log(`\n── ${step.name}`)
    const started = performance.now()
    let counts
    try {
      counts = await step.run()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      console.error(message)
      counts = { passed: 0, failed: 1, failures: [message] }
    }
    results.push({ name: step.name, seconds: (performance.now() - started) / 1000, ...counts })
    if (step.run === install && counts.failed > 0) break
  }
  report(results)
}

async function install() {
  await installIfNeeded()
  return { passed: 1, failed: 0 }
}

function report(results) {
  console.log('\n── summary')
  const width = Math.max(...results.map(({ name }) => name.length))
  for (const { name, seconds, passed, failed } of results) {
    const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`
    console.log(
      `${failed > 0 ? '✗' : '✓'} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${counts}`,
    )
  }
  // By name at the end: the cause may stand thousands of lines above.
  for (const { name, failures = [], secondTries = [] } of results) {
    for (const failure of failures) console.log(`✗ ${name}: ${failure}`)
    for (const test of secondTries) console.log(`! ${name}, passed on a second try: ${test}`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  // Set, not exited: output that is still in a pipe has to arrive.
  process.exitCode = sum('failed') > 0 ? 1 : 0
}

/** A step that passes when the program ends with 0. */
export function programStep(name, start) {
  return {
    name,
    run: async () => ((await start()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}
