import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PAGE_ORIGIN, RAMP_ORIGIN } from './shop.js'

const program = (name: string) => fileURLToPath(new URL(`programs/${name}.js`, import.meta.url))
const BFF = fileURLToPath(new URL('../../../bff/dist/main.js', import.meta.url))

const root = mkdtempSync(join(tmpdir(), 'leyden-bench-'))
process.once('exit', () => rmSync(root, { recursive: true }))
let lastPort = 4_800

/** A new folder for the files of a program, and a port. */
function place() {
  const port = ++lastPort
  const folder = join(root, String(port))
  mkdirSync(folder)
  return { folder, port }
}

export const startUpstream = (charges: number) =>
  start('upstream', [process.execPath, program('upstream')], { env: { CHARGES: String(charges) } })

export const startProxy = (name: 'bare-proxy' | 'hono-proxy', upstream: string) =>
  start(name, [process.execPath, program(name)], { env: { UPSTREAM: upstream, KEY: name } })

/** The API key of a BFF of the bench. */
export const keyOf = (name: string) => `key-of-${name.replace(/\W+/g, '-')}`

/** The rate limits that a bench would reach. */
const LIMITED = [
  'lookUpsPerMinute',
  'chargesPerMinute',
  'domainPerMinute',
  'keyPerMinute',
  'sessionsPerHour',
  'guestSessionsPerHour',
  'streamsPerIp',
]

/**
 * The built program with its defaults except for the rate limits, because a bench sends more requests than a visitor
 * may.
 */
export function startBff(name: string, upstream: string, nodeOptions: readonly string[] = []) {
  const at = place()
  return start(name, [process.execPath, ...nodeOptions, BFF], {
    at,
    path: '/leyden',
    env: {
      LEYDEN_API_KEY: keyOf(name),
      LEYDEN_BASE_URL: upstream,
      LEYDEN_PUBLIC_URL: 'http://localhost/leyden',
      LEYDEN_SECRET: 'only-for-the-bench-Zk3vT9qLw8xY2mNp',
      LEYDEN_NETWORK: 'regtest',
      LEYDEN_DATA_DIR: at.folder,
      LEYDEN_ALLOWED_ORIGINS: PAGE_ORIGIN,
      LEYDEN_RAMP_ORIGINS: RAMP_ORIGIN,
      LEYDEN_GUESTS: '1',
      LEYDEN_LIMITS: LIMITED.map((name) => `${name}=999999999`).join(','),
    },
  })
}

/** Options of Node for a BFF that accepts every signature. */
export const WITHOUT_SIGNATURE = ['--import', program('without-signature')]

/** Options of Node for a BFF that stores nothing durably. */
export const STORE_IN_MEMORY = ['--import', program('store-in-memory')]

export function startNginx(command: string, upstream: string) {
  const at = place()
  const { folder, port } = at
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; events { worker_connections 4096; }
      http {
        ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        access_log ${folder}/access.log;
        keepalive_requests 1000000000;
        upstream service { server ${new URL(upstream).host}; keepalive 128; keepalive_requests 1000000000; }
        server {
          listen 127.0.0.1:${port} backlog=4096;
          location / {
            proxy_pass http://service;
            proxy_http_version 1.1;
            proxy_set_header connection "";
            proxy_set_header apikey nginx;
          }
        }
      }`,
  )
  return start('nginx', [command, '-p', folder, '-e', 'stderr', '-c', file], { at })
}

/** A program of the bench, in a process of its own. */
export type Contender = Awaited<ReturnType<typeof start>>

async function start(
  name: string,
  [command = '', ...args]: readonly string[],
  {
    at = place(),
    path = '',
    env = {},
  }: { at?: ReturnType<typeof place>; path?: string; env?: NodeJS.ProcessEnv },
) {
  const url = `http://127.0.0.1:${at.port}`
  const log = openSync(join(at.folder, 'log'), 'w')
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(at.port), ...env },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended.`)
    await setTimeout(50)
  }
  const proc = `/proc/${child.pid}`
  return {
    name,
    /** Its own folder, with the files that it writes. */
    folder: at.folder,
    /** The URL of the service's operations. */
    url: url + path,
    /** Processor time of the process and its threads so far, in microseconds. */
    processorUs: () =>
      // `schedstat` of a thread: the first number is nanoseconds on a processor.
      readdirSync(`${proc}/task`)
        .map(
          (thread) => Number.parseInt(readFileSync(`${proc}/task/${thread}/schedstat`, 'utf8'), 10) / 1_000,
        )
        .reduce((sum, us) => sum + us, 0),
    /** Memory in bytes. */
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) * 1_024,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
