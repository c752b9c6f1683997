import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { freePorts } from '../world/free-port.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const NAMES = [
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
  it('says when all is ready and where, and Ctrl-C ends every child', async () => {
    const ports = await freePorts(5)
    const program = start(portsEnv(ports))
    await program.ready()
    expect(program.output()).toContain(`http://localhost:${ports[3]}`)
    expect(program.output()).toContain(`http://localhost:${ports[4]}`)
    expect(await answers(ports)).toEqual([true, true, true, true, true])
    const config = (await (await fetch(`http://127.0.0.1:${ports[3]}/config.json`)).json()) as {
      bffUrl: string
    }
    expect(config.bffUrl).toBe(`http://localhost:${ports[2]}`)

    program.child.kill('SIGINT')
    expect(await program.ended).toBe(0)
    expect(await answers(ports)).toEqual([false, false, false, false, false])
  })

  it('ends the rest when one program dies, and says which', async () => {
    const ports = await freePorts(5)
    const program = start(portsEnv(ports))
    await program.ready()
    process.kill(childOf(program.child.pid ?? 0, 'apps/bff'), 'SIGKILL')
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(/bff ended by itself .* everything was stopped/)
    expect(await answers(ports)).toEqual([false, false, false, false, false])
  })

  it('leaves nothing behind when it is killed itself', async () => {
    const ports = await freePorts(5)
    const program = start(portsEnv(ports))
    await program.ready()
    program.child.kill('SIGKILL')
    await program.ended
    await expect.poll(() => answers(ports), { timeout: 10_000 }).toEqual([false, false, false, false, false])
  })

  it('says in one line that a port is taken, before it starts anything', async () => {
    const ports = await freePorts(5)
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(ports[2], '127.0.0.1', resolve))
    const program = start(portsEnv(ports))
    expect(await program.ended).toBe(1)
    expect(program.output().trim()).toBe(
      `Port ${ports[2]} is taken: end what listens there, or set LEYDEN_BFF_PORT to another port.`,
    )
    squatter.close()
  })
})

function portsEnv(ports: number[]): Record<string, string> {
  return Object.fromEntries(NAMES.map((name, index) => [name, String(ports[index])]))
}

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, LEYDEN_API_KEY: '', LEYDEN_BASE_URL: '', LEYDEN_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
      await expect.poll(() => isReady() || child.exitCode !== null, { timeout: 80_000 }).toBe(true)
      if (!isReady()) throw new Error(output)
    },
  }
}

/** The process id of a child by a part of its command line. */
function childOf(parent: number, part: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const line = lines.find((text) => Number(text.trim().split(/\s+/)[1]) === parent && text.includes(part))
  if (!line) throw new Error(`No child of ${parent} runs ${part}.`)
  return Number(line.trim().split(/\s+/)[0])
}

async function answers(ports: number[]): Promise<boolean[]> {
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
