import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const HOST = new URL('inbox-host.mjs', import.meta.url).pathname

export interface Inbox {
  url: string
  /** The id of the process itself, even if a wrapper runs it. */
  pid: number
  openedInMs: number
  /** Opens a session and returns the path of its webhooks. */
  openSession(): Promise<string>
  /** How long its own work has blocked the event loop since the last call, in milliseconds. */
  longestHoldMs(): Promise<number>
  kill(): Promise<void>
}

/** Starts the BFF of `inbox-host.mjs` in a separate process, under `wrapper` if there is one. */
export async function startInbox(database: string, effects: string, wrapper: string[] = []): Promise<Inbox> {
  const [command = '', ...args] = [...wrapper, process.execPath, HOST, database, effects]
  // A separate process group, so that a process that the wrapper started ends with it.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const { pid: group } = child
  if (group === undefined) throw new Error(`${command} could not be started.`)
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit')
  const gone = exited.then(() => Promise.reject(new Error(`${command} ended before it wrote a line.`)))
  gone.catch(() => {})
  const nextLine = async <Said>() => {
    const [line] = (await Promise.race([once(lines, 'line'), gone])) as [string]
    return JSON.parse(line) as Said
  }
  const opened = await nextLine<Pick<Inbox, 'url' | 'openedInMs' | 'pid'>>()
  const { url } = opened
  return {
    ...opened,
    async openSession() {
      const session = nextLine<{ webhookUrl: string }>()
      const headers = { 'content-type': 'application/json', 'x-leyden': '1' }
      await fetch(`${url}/api/v1/ramp-widget`, { method: 'POST', headers, body: '{}' })
      return new URL((await session).webhookUrl).pathname
    },
    longestHoldMs: async () => Number(await (await fetch(`${url}/longest-hold`)).text()),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-group, 'SIGKILL')
      await exited
    },
  }
}

/** A webhook with a unique id. */
export function webhookNamed(name: string): string {
  return JSON.stringify({
    id: `evt_${name}`,
    type: 'ramp.purchase.completed',
    created_at: '2026-11-21T10:00:00Z',
    livemode: false,
    data: { name, amount: '0.00042', currency: 'BTC', pad: 'x'.repeat(400) },
  })
}
