// Starts programs that belong together: all get ready, and when one ends, all end.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { readableLine } from './log-line.mjs'

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 5_000

/** The first of these ports that something else listens on, or undefined. */
export async function takenPort(ports, host = '127.0.0.1') {
  for (const port of ports) if (!(await isFree(port, host))) return port
  return undefined
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/**
 * Starts each of `services` and resolves when all answer at their `readyUrl`. `onEnd(line)` is called once
 * when one of them ended by itself, after the others were stopped.
 *
 * @returns `{ stop() }`, which ends all and waits for it.
 */
export async function supervise(services, { onEnd, log = console.log }) {
  const children = services.map((service) => startChild(service, log))
  let stopping
  const stop = () => {
    stopping ??= Promise.all(children.map(endChild))
    return stopping
  }
  const dead = new Promise((resolve) => {
    for (const child of children) {
      child.ended.then(async (how) => {
        if (stopping) return
        await stop()
        resolve(`${child.name} ended by itself (${how}), so everything was stopped.`)
      })
    }
  })
  const ready = Promise.all(
    services.map(({ name, readyUrl }) => waitUntilReady(name, readyUrl, () => stopping)),
  )
  const early = await Promise.race([dead, ready.then(() => undefined)]).catch(async (error) => {
    await stop()
    return error.message
  })
  if (early) onEnd(early)
  else dead.then(onEnd)
  return { stop }
}

function startChild({ name, script, env }, log) {
  const guard = new URL('./end-with-parent.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', guard, script], {
    env: { ...process.env, ...stringValues(env) },
    // The channel is only there to be cut: when we are killed, the child notices.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Not in the terminal's group: Ctrl-C comes to us alone, and we end the children in order.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const readable = readableLine(line)
      if (readable !== null) log(`${name.padEnd(7)} │ ${readable}`)
    })
  }
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { name, child, ended }
}

async function endChild({ child, ended }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

async function waitUntilReady(name, url, isStopped) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!isStopped()) {
    if (await answers(url)) return
    if (Date.now() > deadline)
      throw new Error(`${name} did not answer at ${url} within ${READY_TIMEOUT_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}

function stringValues(env) {
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
}
