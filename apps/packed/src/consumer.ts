import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const windows = process.platform === 'win32'

/** A finished command: what it printed, or an error that holds it. */
export async function command(cwd: string, file: string, args: string[], env: Record<string, string> = {}) {
  try {
    const { stdout } = await run(file, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 2 ** 20,
      shell: windows,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${file} ${args.join(' ')} failed\n${stdout}\n${stderr}`)
  }
}

/** A copy of one of `consumers/` outside the workspace, with the packed tarballs installed from files. */
export async function freshApp(name: string, tarballs: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `leyden-${name}-`))
  await cp(fileURLToPath(new URL(`../consumers/${name}`, import.meta.url)), dir, { recursive: true })
  const manifest = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'))
  for (const [pkg, file] of Object.entries(tarballs)) manifest.dependencies[pkg] = `file:${file}`
  await writeFile(join(dir, 'package.json'), JSON.stringify(manifest, null, 2))
  await command(dir, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  return dir
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface Running {
  output(): string
  stop(): void
}

/** Starts a server of an app, and waits until it answers. */
export async function start(
  cwd: string,
  args: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const deadline = Date.now() + 60_000
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${args.join(' ')} did not start\n${output}`)
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { output: () => output, stop: () => void child.kill() }
}
