import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RAMP_ORIGIN } from './shop.js'

/** A program of the bench, in a process of its own. */
export interface Contender {
  name: string
  /** The URL of the service's operations. */
  url: string
  /** Processor time of the process, its threads and its children so far, in microseconds. */
  processorUs(): number
  /** Memory in bytes. */
  memory(): number
  close(): Promise<void>
}

/** How to start a program. It gets a free port in `PORT`. */
interface Program {
  /** @default Node */
  command?: string | undefined
  args: readonly string[]
  env?: Readonly<Record<string, string>> | undefined
  /** The path of its operations. */
  path?: string | undefined
}

const program = (name: string) => fileURLToPath(new URL(`programs/${name}.js`, import.meta.url))
const BFF = fileURLToPath(new URL('../../../bff/dist/main.js', import.meta.url))

export const startUpstream = (charges: number) =>
  start('upstream', () => ({ args: [program('upstream')], env: { CHARGES: String(charges) } }))

export const startProxy = (name: 'bare-proxy' | 'hono-proxy', upstream: string) =>
  start(name, () => ({ args: [program(name)], env: { UPSTREAM: upstream, KEY: name } }))

/**
 * The built program with its defaults except for the rate limits, because a bench sends more requests than a visitor
 * may.
 */
export function startBff(name: string, upstream: string, nodeOptions: readonly string[] = []) {
  const many = '1000000000'
  return start(name, (folder) => ({
    args: [...nodeOptions, BFF],
    path: '/leyden',
    env: {
      LEYDEN_API_KEY: `key-of-${name.replace(/\W+/g, '-')}`,
      LEYDEN_BASE_URL: upstream,
      LEYDEN_PUBLIC_URL: 'http://localhost/leyden',
      LEYDEN_SECRET: 'only-for-the-bench-Zk3vT9qLw8xY2mNp',
      LEYDEN_NETWORK: 'regtest',
      LEYDEN_DATA_DIR: folder,
      LEYDEN_RAMP_ORIGINS: RAMP_ORIGIN,
      LEYDEN_GUESTS: '1',
      LEYDEN_LOOK_UPS_PER_MINUTE: many,
      LEYDEN_CHARGES_PER_MINUTE: many,
      LEYDEN_DOMAIN_PER_MINUTE: many,
      LEYDEN_KEY_PER_MINUTE: many,
      LEYDEN_SESSIONS_PER_HOUR: many,
      LEYDEN_GUEST_SESSIONS_PER_HOUR: many,
      LEYDEN_STREAMS_PER_IP: many,
    },
  }))
}

/** Options of Node for a BFF that accepts every signature. */
export const WITHOUT_SIGNATURE = ['--import', program('without-signature')]

export const startNginx = (command: string, upstream: string) =>
  start('nginx', (folder, port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${folder}/nginx.pid; events { worker_connections 4096; }
      http {
        ${temporary}
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
    return { command, args: ['-p', folder, '-e', 'stderr', '-c', file] }
  })

/** @param describe gets a folder, which is removed with the program, and a free port */
async function start(name: string, describe: (folder: string, port: number) => Program): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-bench-'))
  const port = await freePort()
  const { command = process.execPath, args, env, path = '' } = describe(folder, port)
  const log = join(folder, 'log')
  const output = openSync(log, 'w')
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended:\n${readFileSync(log, 'utf8')}`)
    await setTimeout(50)
  }
  return {
    name,
    url: url + path,
    processorUs: () => processorUs(child),
    memory: () => memory(child),
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

/** `/proc/<pid>/task/<thread>/schedstat`: the first number is nanoseconds on a processor. */
function processorUs({ pid }: ChildProcess): number {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder)
    .map((thread) => Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000)
    .reduce((sum, us) => sum + us, 0)
}

function memory({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
