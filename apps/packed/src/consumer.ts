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

const consumer = (name: string) => fileURLToPath(new URL(`../consumers/${name}`, import.meta.url))

/** A copy of one of `consumers/` outside the workspace, with the packed tarballs installed from files. */
export async function freshApp(name: string, tarballs: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `leyden-${name}-`))
  await cp(consumer(name), dir, { recursive: true })
  await install(dir, filesOf(tarballs))
  return dir
}

/**
 * What `create-next-app` makes, untouched (App Router, Turbopack, Cache Components), with the files of
 * `consumers/next` put in and the packed tarballs installed. The template loads its fonts from Google while it is
 * built: `env` makes the build take them from a file.
 */
export async function generatedNextApp(tarballs: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), 'leyden-next-'))
  const flags =
    '--ts --app --no-tailwind --no-eslint --no-src-dir --use-npm --yes --disable-git --skip-install'.split(
      ' ',
    )
  await command(dir, 'npm', ['--yes', 'create', `next-app@${NEXT_VERSION}`, 'shop', '--', ...flags])
  const shop = join(dir, 'shop')
  await cp(consumer('next'), shop, { recursive: true })
  await install(shop, { ...filesOf(tarballs), '@tanstack/react-query': '5.108.0' })
  const fonts = join(dir, 'fonts.json')
  await writeFile(fonts, JSON.stringify(Object.fromEntries(FONTS.map((url) => [url, FONT_FACE]))))
  return { dir: shop, env: { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts, NEXT_TELEMETRY_DISABLED: '1' } }
}

const NEXT_VERSION = '16.4.3'
const FONTS = ['Geist', 'Geist+Mono'].map(
  (family) => `https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`,
)
const FONT_FACE =
  '@font-face { font-family: None; src: local("None"); font-weight: 100 900; font-display: swap }'

function filesOf(tarballs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, file]) => [name, `file:${file}`]))
}

async function install(dir: string, dependencies: Record<string, string>): Promise<void> {
  const path = join(dir, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  Object.assign(manifest.dependencies, dependencies)
  await writeFile(path, JSON.stringify(manifest, null, 2))
  await command(dir, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
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
