import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const windows = process.platform === 'win32'

/** Runs a command: resolves to its output, or rejects with an error that contains it. */
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

/** A tool that is installed from its tarball and called like a user calls it. */
export async function installTool(folder: string, tarball: string) {
  await writeFile(join(folder, 'package.json'), '{}')
  await command(folder, 'npm', ['install', ...QUIETLY, tarball])
  const program = join(folder, 'node_modules/create-leyden/dist/cli.js')
  return (cwd: string, ...args: string[]) => command(cwd, process.execPath, [program, ...args])
}

/**
 * Makes a new app with the tool and the packed tarballs, adds the files of `consumers/`, and installs everything. `env`
 * is for its build.
 */
export async function createdApp(framework: 'vite' | 'next', tool: Tool, packed: string) {
  const dir = await mkdtemp(join(tmpdir(), `leyden-${framework}-`))
  const args = ['shop', '--template', framework, '--packages', packed, '--yes', '--no-install']
  const output = await tool(dir, ...args)
  const shop = join(dir, 'shop')
  const own = await manifestOf(shop)
  const consumer = fileURLToPath(new URL(`../consumers/${framework}`, import.meta.url))
  await cp(consumer, shop, { recursive: true })
  await writeFile(join(shop, 'package.json'), JSON.stringify(combine(own, await manifestOf(consumer))))
  await command(shop, 'npm', ['install', ...QUIETLY])
  return { dir: shop, output, env: await buildEnv(dir) }
}

/** The environment of builds without internet access. `dir` gets a file of fonts. */
export async function buildEnv(dir: string): Promise<Record<string, string>> {
  const fonts = join(dir, 'fonts.json')
  await writeFile(fonts, JSON.stringify(Object.fromEntries(FONTS.map((url) => [url, FONT_FACE]))))
  return {
    NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  }
}

export type Tool = Awaited<ReturnType<typeof installTool>>

/** Later installs use npm's cache and send no request to the registry. */
export const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']

/** The font that the template of `create-next-app` loads from Google during its build. */
const FONTS = ['Geist', 'Geist+Mono'].map(
  (family) => `https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`,
)
const FONT_FACE =
  '@font-face { font-family: None; src: local("None"); font-weight: 100 900; font-display: swap }'

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

async function manifestOf(folder: string): Promise<Partial<Manifest>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/**
 * The generated manifest with our versions in place of its ranges. Linters are left out, because they take half of the
 * install time.
 */
function combine(own: Partial<Manifest>, { scripts, dependencies, devDependencies }: Partial<Manifest>) {
  const pinned = Object.entries({ ...dependencies }).filter(([name]) => !name.startsWith('@leyden/'))
  const tools = Object.entries({ ...own.devDependencies }).filter(([name]) => !/lint/.test(name))
  return {
    ...own,
    scripts: { ...own.scripts, ...scripts },
    dependencies: { ...own.dependencies, ...Object.fromEntries(pinned) },
    devDependencies: { ...Object.fromEntries(tools), ...devDependencies },
  }
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
