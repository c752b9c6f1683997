import { parseJson } from '@leyden/core/internal'
import type { AbstractRelay } from 'nostr-tools/abstract-relay'
import type { NostrLibraries } from './nostr-libraries.js'

/** More than any message of this protocol; a relay is not trusted. */
const MOST_MESSAGE_BYTES = 256 * 1024
const HANDSHAKE_TIMEOUT_MS = 10_000

/** A relay (NIP-01) that is not connected yet, on a socket that survives a misbehaving relay. */
export function createRelay(
  { AbstractRelay, WebSocket, verifyEvent }: NostrLibraries,
  url: string,
): AbstractRelay {
  class RelaySocket extends WebSocket {
    constructor(address: string) {
      super(address, { maxPayload: MOST_MESSAGE_BYTES, handshakeTimeout: HANDSHAKE_TIMEOUT_MS })
      // The library removes its own listener before it closes, and an error without a listener ends the process.
      this.on('error', () => undefined)
    }
  }
  class Relay extends AbstractRelay {
    /** The library logs messages that it cannot parse to the console, with the address of the relay. */
    override _onmessage(event: MessageEvent): void {
      if (isRelayMessage(event.data, this.openSubs)) super._onmessage(event)
    }
  }
  const websocketImplementation = RelaySocket as unknown as typeof globalThis.WebSocket
  const relay = new Relay(url, { verifyEvent, websocketImplementation, enablePing: true })
  // With the default interval two pings take a minute to detect a dead connection.
  relay.pingFrequency = 10_000
  relay.pingTimeout = 5_000
  relay.onnotice = () => undefined
  return relay
}

function isRelayMessage(data: unknown, subscriptions: ReadonlyMap<string, unknown>): boolean {
  const message = parseJson(String(data))
  if (!Array.isArray(message) || typeof message[0] !== 'string') return false
  return message[0] !== 'EVENT' || (subscriptions.has(message[1]) && Array.isArray(message[2]?.tags))
}
