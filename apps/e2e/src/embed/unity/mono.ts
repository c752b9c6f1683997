import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Whether this machine can compile C#. The scripts install Mono on Debian. Without it, the tests that need it are skipped.
 */
export const hasMono = spawnSync('mcs', ['--version'], { stdio: 'ignore', timeout: 300_000 }).status === 0

/**
 * The timeout of a compilation in milliseconds. Mono's first start can take most of a minute, so a compilation that
 * hangs is retried within a test's time.
 */
const COMPILE_MS = 300_000

/**
 * Compiles C# 7.2, which Unity 2022.3 supports too, with warnings as errors.
 *
 * @returns the compiler's messages; empty on success
 */
export function compile(out: string, sources: readonly string[], defines: readonly string[] = []): string {
  const run = () =>
    spawnSync(
      'mcs',
      [
        '-langversion:7.2',
        '-warnaserror',
        '-nologo',
        '-r:System.Web.Extensions.dll',
        `-out:${out}`,
        `-target:${out.endsWith('.exe') ? 'exe' : 'library'}`,
        ...defines.map((name) => `-d:${name}`),
        ...sources,
      ],
      { encoding: 'utf8', timeout: COMPILE_MS },
    )
  const firstRun = run()
  const { error, stdout, stderr } = firstRun.error ? run() : firstRun
  if (error) throw error
  return stdout + stderr
}

/** A running program, to which a test writes lines. */
export interface Program {
  /** Every line of its output, including errors. */
  outputLines: string[]
  write(line: string): void
  end(): Promise<void>
}

/** Starts a compiled program, and calls `onLine` with each line of its output. */
export function start(program: string, onLine: (line: string) => void): Program {
  const child: ChildProcess = spawn('mono', [program], { stdio: 'pipe' })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        onLine(line)
      })
  return {
    outputLines: lines,
    write: (line) => child.stdin?.write(`${line}\n`),
    async end() {
      child.stdin?.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Runs a compiled program to its end. */
export function run(program: string, input: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }) {
  const { status, stdout, stderr } = spawnSync('mono', [program], {
    cwd,
    input,
    encoding: 'utf8',
    timeout: COMPILE_MS,
    env: { ...process.env, ...env },
  })
  return { status, text: stdout + stderr }
}

export const sourceFile = (file: string) => join(import.meta.dirname, file)
