import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { inSoak } from '../harness/rows.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** The search path with the workspace's programs, as npm sets it. */
const PATH = `${ROOT}node_modules/.bin:${process.env.PATH}`
const PORT_VARIABLES = [
  'LEYDEN_SANDBOX_PORT',
  'LEYDEN_RAMP_PORT',
  'LEYDEN_BFF_PORT',
  'LEYDEN_DEMO_PORT',
  'LEYDEN_GAME_PORT',
] as const

const dataDir = mkdtempSync(join(tmpdir(), 'leyden-start-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

describe('npm start', () => {
  it('builds first, and Ctrl-C also stops the build', async () => {
    const program = start(portsEnv(await freePorts(5)))
    // Stops the build before it writes anything, because other tests use the built files.
    program.child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Building …') && program.child.pid) process.kill(-program.child.pid, 'SIGINT')
    })
    await program.ended
    expect(program.output()).toContain('Building …')
    expect(program.output()).not.toContain('Ready.')
  })

  it('prints the URLs when all is ready, and Ctrl-C ends every child process', async () => {
    const ports = await freePorts(5)
    // Everything was built just before the tests; `npm run soak` builds it again.
    const program = start(portsEnv(ports), 'start.mjs', ...(inSoak ? [] : ['--built']))
    await program.ready()
    expect(program.output()).toContain(`http://localhost:${ports[3]}`)
    expect(program.output()).toContain(`http://localhost:${ports[4]}`)
    expect(await isAnswering(ports)).toEqual([true, true, true, true, true])
    const config = (await (await fetch(`http://127.0.0.1:${ports[3]}/config.json`)).json()) as {
      bffUrl: string
    }
    expect(config.bffUrl).toBe(`http://localhost:${ports[2]}`)

    const second = start(portsEnv(ports))
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(
      `This is already running: open http://localhost:${ports[3]}, or stop it with Ctrl-C first. For a second one set ${PORT_VARIABLES.join(', ')} to other ports.`,
    )

    // The demo's server contains the BFF of the shop that is not notified of payments.
    for (const host of ['localhost', '127.0.0.1'])
      expect(await refusedField(`http://${host}:${ports[3]}`, '/quiet/leyden')).toBe('lnaddress')
    expect(await refusedField('http://localhost:1', '/quiet/leyden', ports[3])).toBe('origin')

    program.child.kill('SIGINT')
    expect(await program.ended, program.output()).toBe(0)
    expect(await isAnswering(ports)).toEqual([false, false, false, false, false])
  })

  it('leaves no process behind when it is killed', async () => {
    const ports = await freePorts(5)
    const program = start(portsEnv(ports), 'start.mjs', '--built')
    await program.ready()
    program.child.kill('SIGKILL')
    await program.ended
    await expect.poll(() => isAnswering(ports)).toEqual([false, false, false, false, false])
  })

  it('reports in one line that a port is in use, before it starts anything', async () => {
    const ports = await freePorts(5)
    const otherProgram = createServer()
    await new Promise<void>((resolve) => otherProgram.listen(ports[2], '127.0.0.1', resolve))
    const program = start(portsEnv(ports))
    expect(await program.ended).toBe(1)
    expect(program.output().trim()).toBe(
      `Port ${ports[2]} is in use: stop the program that listens there, or set LEYDEN_BFF_PORT to another port.`,
    )
    otherProgram.close()
  })
})

describe('npm run dev', () => {
  it.runIf(inSoak)('serves pages and servers from source, and Ctrl-C ends every process', async () => {
    const ports = await freePorts(5)
    const [bff = 0, demo = 0, game = 0] = ports.slice(2)
    const program = start(portsEnv(ports), 'dev.mjs')
    await program.ready()
    await expect.poll(program.output).toMatch(/Ready in \d+\.\d s/)
    expect(await isAnswering(ports)).toEqual([true, true, true, true, true])
    const page = await fetch(`http://localhost:${demo}/`)
    expect(await page.text()).toContain('src="/src/main.tsx"')
    const config = await fetch(`http://localhost:${demo}/config.json`)
    expect(await config.json()).toMatchObject({ bffUrl: `http://localhost:${bff}` })
    expect(await refusedField(`http://localhost:${demo}`, '/quiet/leyden')).toBe('lnaddress')
    const money = await fetch(`http://localhost:${demo}/@fs${ROOT}packages/core/src/client/money.ts`)
    expect(money.status).toBe(200)
    const shop = await fetch(`http://localhost:${demo}/src/tip-jar.tsx`)
    expect(await shop.text()).toContain('packages/react/src/index.ts')
    // In development the script of the embed is a module, from its source.
    const gamePage = await (await fetch(`http://localhost:${game}/`)).text()
    expect(gamePage).toContain('html-proxy')
    expect(gamePage).not.toContain('/leyden.js')

    if (program.child.pid) process.kill(-program.child.pid, 'SIGINT')
    await program.ended
    await expect.poll(() => isAnswering(ports)).toEqual([false, false, false, false, false])
  })
})

function portsEnv(ports: number[]): Record<string, string> {
  return Object.fromEntries(PORT_VARIABLES.map((name, index) => [name, String(ports[index])]))
}

function start(env: Record<string, string>, script = 'start.mjs', ...args: string[]) {
  const child = spawn(process.execPath, [`scripts/${script}`, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH,
      // With npm's variable, the program ends when its parent process is gone, which is the worker of this file.
      npm_lifecycle_event: 'start',
      LEYDEN_API_KEY: '',
      LEYDEN_BASE_URL: '',
      LEYDEN_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group, as in a terminal, Ctrl-C reaches all processes.
    detached: true,
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const isReady = () => output.includes('Ctrl-C ends everything.')
  return {
    child,
    ended,
    output: () => output,
    ready: async () => {
      await expect.poll(() => isReady() || child.exitCode !== null).toBe(true)
      if (!isReady()) throw new Error(output)
    },
  }
}

/** The field that a BFF names when it refuses an empty charge: `origin` for an origin that is not allowed. */
async function refusedField(origin: string, path: string, port = Number(new URL(origin).port)) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}/v0/ln-address/fetch-charge`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-leyden': '1' },
    body: '{}',
  })
  return ((await reply.json()) as { error: { field: string } }).error.field
}

async function isAnswering(ports: number[]): Promise<boolean[]> {
  return Promise.all(
    ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        async (response) => {
          await response.body?.cancel()
          return true
        },
        () => false,
      ),
    ),
  )
}
