import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Event, EventRepository, type Filter } from '@nostr-relay/common'
import { NostrRelay } from '@nostr-relay/core'
import { matchFilter, type Filter as ToolsFilter } from 'nostr-tools/filter'
import { WebSocketServer } from 'ws'

/** Stores each author's newest event of a replaceable kind, as every relay has to. */
class Events extends EventRepository {
  readonly #events = new Map<string, Event>()

  isSearchSupported() {
    return false
  }
  upsert(event: Event) {
    const key = event.kind >= 10_000 && event.kind < 20_000 ? `${event.pubkey} ${event.kind}` : event.id
    const isDuplicate = this.#events.get(key)?.id === event.id
    this.#events.set(key, event)
    return { isDuplicate }
  }
  find(filter: Filter) {
    return [...this.#events.values()].filter((event) => matchFilter(filter as ToolsFilter, event))
  }
  async destroy() {}
}

/** A relay on its own port that can be killed and restarted. */
export async function startNostrRelay() {
  const events = new Events()
  let relay = new NostrRelay(events)
  let server: WebSocketServer | undefined
  let port = 0

  async function start() {
    const listening = new WebSocketServer({ host: '127.0.0.1', port })
    await once(listening, 'listening')
    port = (listening.address() as AddressInfo).port
    relay = new NostrRelay(events)
    listening.on('connection', (socket) => {
      relay.handleConnection(socket)
      socket.on('message', (data) => relay.handleMessage(socket, JSON.parse(String(data))).catch(() => {}))
      socket.on('close', () => relay.handleDisconnect(socket))
      socket.on('error', () => {})
    })
    server = listening
  }

  /** Cuts every connection, like a killed process. */
  async function kill() {
    const ending = server
    if (!ending) return
    server = undefined
    for (const socket of ending.clients) socket.terminate()
    await new Promise((resolve) => ending.close(resolve))
  }

  await start()
  return {
    url: `ws://127.0.0.1:${port}`,
    start,
    kill,
    get isUp() {
      return server !== undefined
    },
    /** Sends an invalid message to every connection. */
    babble(text: string) {
      for (const socket of server?.clients ?? []) socket.send(text)
    },
  }
}
