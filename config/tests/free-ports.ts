import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that systems give to connections, and to servers that ask for any port: nothing takes one of these before
 * the test uses it.
 */
const RANGE = [20_000, 32_000] as const

/** Finds different ports on which no program listens. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(...RANGE)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await new Promise((resolve) => server.close(resolve))
  return true
}
