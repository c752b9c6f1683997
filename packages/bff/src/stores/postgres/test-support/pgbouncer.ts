import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

interface Programs {
  findPgbouncer(): string | undefined
  libraries: string
}

/** PgBouncer does not run as root; any unprivileged user works. */
const NOBODY = 65_534
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Starts PgBouncer in transaction mode in front of a Postgres, with few connections that it closes soon.
 *
 * @returns a function that turns the URL of a database into the one through the pooler.
 */
export async function startPgbouncer(postgresPort: number) {
  const finder = new URL('../../../../../../scripts/programs.mjs', import.meta.url).pathname
  const { findPgbouncer, libraries } = (await import(finder)) as Programs
  const command = findPgbouncer()
  if (!command) throw new Error('There is no PgBouncer. `npm run soak` installs it on Debian.')
  const folder = mkdtempSync(join(tmpdir(), 'leyden-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_client_conn: 200,
    server_idle_timeout: 1,
    server_check_delay: 0,
    log_connections: 0,
    log_disconnections: 0,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${postgresPort} user=postgres\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  const env = { ...process.env, LD_LIBRARY_PATH: libraries }
  const child = spawn(command, ['-q', file], { ...runAs, env, stdio: 'ignore' })
  const through = (database: string) => {
    const url = new URL(database)
    url.port = String(port)
    url.searchParams.set('pgbouncer', 'true')
    return url.href
  }
  return {
    through,
    /** Resolves once it answers. */
    async ready(database: string): Promise<void> {
      for (;;) {
        if (child.exitCode !== null) throw new Error('PgBouncer does not start.')
        const client = new Client({ connectionString: through(database) })
        client.on('error', () => {})
        const answers = await client.connect().then(
          () => client.query('SELECT 1'),
          () => undefined,
        )
        await client.end().catch(() => {})
        if (answers) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
