import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

/** A proxy in front of several instances. */
export interface Front {
  url: string
  /** The URL of the admin routes. */
  adminUrl: string
  close(): Promise<void>
}

/** The path of the nginx that the test run installed, or undefined without one. */
export async function findNginx(): Promise<string | undefined> {
  const finder = new URL('../../../../scripts/programs.mjs', import.meta.url).pathname
  return ((await import(finder)) as { findNginx(): string | undefined }).findNginx()
}

/** Runs nginx with the configuration, in which paths of the container are replaced. */
export async function startNginx(command: string, configuration: string, directory: string): Promise<Front> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const listening = configuration
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('listen 8081', `listen 127.0.0.1:${adminPort}`)
  expect(listening).not.toMatch(/listen \d+;/)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  const text = listening.replace('http {', `http {\n${paths.join('\n')}`)
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, `daemon off; pid ${directory}/nginx.pid;\n${text}`)
  // Its workers run as `nobody` and write large bodies there.
  chmodSync(directory, 0o755)
  const child = spawn(command, ['-p', directory, '-e', 'stderr', '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => {
    expect(child.exitCode, stderr).toBeNull()
    expect((await fetch(`${url}/leyden/healthz`)).status).toBe(200)
  })
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A plain proxy that alternates between the instances, for machines without nginx. */
export async function startPlainProxies(ports: number[], adminPorts: number[]): Promise<Front> {
  const [front, admin] = await Promise.all([startPlainProxy(ports), startPlainProxy(adminPorts)])
  const close = async () => void (await Promise.all([front.close(), admin.close()]))
  return { url: front.url, adminUrl: admin.url, close }
}

async function startPlainProxy(ports: number[]): Promise<Pick<Front, 'url' | 'close'>> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const tryNext = (left: number) => {
      const { method = 'GET', url = '/', headers } = incoming
      const port = ports[turn++ % ports.length]
      const upstream = httpRequest({ port, host: '127.0.0.1', method, path: url, headers })
      upstream.once('response', (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
        reply.once('error', () => outgoing.destroy())
      })
      upstream.once('error', () =>
        left > 0 && !outgoing.headersSent ? tryNext(left - 1) : outgoing.destroy(),
      )
      if (method === 'POST') incoming.pipe(upstream)
      else upstream.end()
    }
    // Do not retry a request that may have been processed already.
    tryNext(incoming.method === 'GET' ? 1 : 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
