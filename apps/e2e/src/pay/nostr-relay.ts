import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Event, type Filter, matchFilters, verifyEvent } from 'nostr-tools'
import { type WebSocket, WebSocketServer } from 'ws'

type ClientMessage = ['EVENT', Event] | ['REQ', id: string, ...filters: Filter[]] | ['CLOSE', id: string]

/** The part of a Nostr relay (NIP-01) that Nostr Wallet Connect needs, on a port of its own. */
export async function startNostrRelay() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const storedEvents: Event[] = []
  const subscriptions = new Map<WebSocket, Map<string, Filter[]>>()

  server.on('connection', (socket) => {
    const ownSubscriptions = new Map<string, Filter[]>()
    subscriptions.set(socket, ownSubscriptions)
    socket.on('close', () => subscriptions.delete(socket))
    const sendMessage = (...message: unknown[]) => socket.send(JSON.stringify(message))
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ClientMessage
      switch (message[0]) {
        case 'EVENT': {
          const [, event] = message
          if (!verifyEvent(event)) return sendMessage('OK', event.id, false, 'invalid: signature')
          sendMessage('OK', event.id, true, '')
          // Requests and replies are ephemeral; the relay only stores the wallets' info events.
          if (event.kind < 20_000) storedEvents.push(event)
          for (const [listener, listenerSubscriptions] of subscriptions)
            for (const [id, filters] of listenerSubscriptions)
              if (matchFilters(filters, event)) listener.send(JSON.stringify(['EVENT', id, event]))
          return
        }
        case 'REQ': {
          const [, id, ...filters] = message
          ownSubscriptions.set(id, filters)
          for (const event of storedEvents) if (matchFilters(filters, event)) sendMessage('EVENT', id, event)
          return sendMessage('EOSE', id)
        }
        case 'CLOSE':
          ownSubscriptions.delete(message[1])
          return
        default:
          message satisfies never
      }
    })
  })

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
