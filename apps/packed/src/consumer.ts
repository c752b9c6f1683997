import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'

/** The variables of a reader's shell: Vitest's own `NODE_ENV` would make development builds. */
const shell: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: undefined }

/** Runs a command. Resolves to its output, or rejects with an error that contains the output. */
export async function command(cwd: string, file: string, args: string[], env: Record<string, string> = {}) {
  try {
    const { stdout } = await run(file, args, {
      cwd,
      env: { ...shell, ...env },
      maxBuffer: 64 * 2 ** 20,
      shell: isWindows,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${file} ${args.join(' ')} failed\n${stdout}\n${stderr}`)
  }
}

/** Installs create-leyden from its tarball and those of our packages that it needs. @returns a function that calls the tool like a user */
export async function installTool(folder: string, tarballs: string[]) {
  await writeFile(join(folder, 'package.json'), '{}')
  await command(folder, 'npm', ['install', ...INSTALL_OPTIONS, ...tarballs])
  const program = join(folder, 'node_modules/create-leyden/dist/cli.js')
  return (cwd: string, ...args: string[]) => command(cwd, process.execPath, [program, ...args])
}

/**
 * Makes a new app with the tool and the packed tarballs, adds the files of `consumers/`, and installs everything, also
 * the packages in `more`. The result has the `files` of the tool, and the `env` of the app's build.
 */
export async function createApp(
  framework: 'vite' | 'next',
  tool: Tool,
  packed: string,
  more: Record<string, string> = {},
) {
  const dir = await mkdtemp(join(tmpdir(), `leyden-${framework}-`))
  const args = ['shop', '--template', framework, '--packages', packed, '--yes', '--no-install']
  const output = await tool(dir, ...args)
  const shop = join(dir, 'shop')
  const generated = await manifestOf(shop)
  const files = await textsIn(shop)
  const consumer = fileURLToPath(new URL(`../consumers/${framework}`, import.meta.url))
  await cp(consumer, shop, { recursive: true })
  const manifest = combine(generated, await manifestOf(consumer))
  Object.assign(manifest.dependencies, more)
  await writeFile(join(shop, 'package.json'), JSON.stringify(manifest))
  await command(shop, 'npm', ['install', ...INSTALL_OPTIONS])
  return { dir: shop, output, files, env: await buildEnv(dir) }
}

/** The text of each file in a folder, without the secrets that the tool generates. */
export async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path) => [
    relative(folder, path),
    (await readFile(path, 'utf8')).replace(/(?<=_(?:SECRET|TOKEN)=).+/g, '…'),
  ])
  return Object.fromEntries(await Promise.all(texts))
}

/** The environment of builds without internet access, which read fonts from a file that this writes into `dir`. */
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

const QUIETLY = ['--no-audit', '--no-fund', '--loglevel=error']
/** With these options, npm takes packages from its cache and asks the registry only for missing ones. */
export const INSTALL_OPTIONS = [...QUIETLY, '--prefer-offline']
/** With these, npm asks the registry which versions there are: its cache may know the newest of one package alone. */
export const INSTALL_NEWEST_OPTIONS = [...QUIETLY, '--prefer-online']

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
 * The generated manifest with our versions in place of its ranges, and without linters, which take half of the install
 * time.
 */
function combine(
  generated: Partial<Manifest>,
  { scripts, dependencies, devDependencies }: Partial<Manifest>,
) {
  const pinned = Object.entries({ ...dependencies }).filter(([name]) => !name.startsWith('@leyden/'))
  const tools = Object.entries({ ...generated.devDependencies }).filter(([name]) => !/lint/.test(name))
  return {
    ...generated,
    scripts: { ...generated.scripts, ...scripts },
    dependencies: { ...generated.dependencies, ...Object.fromEntries(pinned) },
    devDependencies: { ...Object.fromEntries(tools), ...devDependencies },
  }
}

export interface RunningServer {
  output(): string
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>
}

/** Starts a server of an app, and waits until it answers. */
export async function start(
  cwd: string,
  args: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd,
    env: { ...shell, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  // A command may build the app first, on a machine that is busy with something else.
  const deadline = Date.now() + 1_200_000
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${args.join(' ')} did not start\n${output}`)
    const isAnswering = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isAnswering) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const stop = async () => {
    child.kill()
    await exit
  }
  return { output: () => output, stop }
}
