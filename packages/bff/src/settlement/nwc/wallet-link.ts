import { fieldsOf } from '@leyden/core/internal'
import type { AbstractRelay } from 'nostr-tools/abstract-relay'
import type { Event } from 'nostr-tools/core'
import { keepConnected } from '../../kernel/foundation/keep-connected.js'
import type { Settlement, SettlementListener } from '../../kernel/settlement/settlement-source.js'
import type { WalletConnection } from './connection-url.js'
import type { NostrLibraries } from './nostr-libraries.js'
import { createRelay } from './open-relay.js'
import { createWalletCipher, type Encryption } from './wallet-cipher.js'
import { walletPayment } from './wallet-payment.js'

/** Kinds of events (NIP-47). */
const KIND = { info: 13_194, request: 23_194, reply: 23_195, notification04: 23_196, notification44: 23_197 }

/** After a reconnect, the notifications of this period are requested from relays that store them, in seconds. */
const MISSED_SECONDS = 3_600
const REQUEST_LIFE_SECONDS = 10

/** A connection to a wallet through its relays. */
export type WalletLink = ReturnType<typeof openWalletLink>

/** Connects to each relay of a wallet, and reconnects. */
export function openWalletLink(
  libraries: NostrLibraries,
  connection: WalletConnection,
  listener: SettlementListener,
) {
  const { walletPubkey, relays } = connection
  const { log } = listener
  const secretKey = Buffer.from(connection.secret, 'hex')
  const ownPubkey = libraries.getPublicKey(secretKey)
  const cipher = createWalletCipher(libraries, connection)
  const connected = new Set<AbstractRelay>()
  /** Relays whose outage has been logged. */
  const missing = new Set<string>()
  const closing = new AbortController()
  /** The default until the wallet publishes what it supports. */
  let encryption: Encryption = 'nip44_v2'
  let canLookUp = true
  let introducedAt = 0

  /** The wallet publishes its capabilities, and publishes them again when it starts. */
  function readInfo(event: Event): void {
    if (event.created_at < introducedAt) return
    introducedAt = event.created_at
    const tag = (name: string) => event.tags.find(([each]) => each === name)?.[1]
    // Without the tag it predates NIP-44.
    encryption = tag('encryption')?.split(' ').includes('nip44_v2') ? 'nip44_v2' : 'nip04'
    const mayLookUp = /\blookup_invoice\b/.test(event.content)
    const mayNotify = /\bpayment_received\b/.test(tag('notifications') ?? '')
    if (!mayLookUp && !mayNotify)
      log.error(
        { code: 'NWC_PERMISSIONS_MISSING' },
        'The wallet connection permits neither notifications nor lookup_invoice: no payment can be detected',
      )
    else if (!mayLookUp && canLookUp)
      log.warn(
        { code: 'NWC_LOOK_UP_NOT_PERMITTED' },
        'The wallet connection does not permit lookup_invoice: a payment during an interruption is missed',
      )
    canLookUp = mayLookUp
  }

  function readNotification(event: Event): void {
    const message = cipher.decrypt(event.kind === KIND.notification04 ? 'nip04' : 'nip44_v2', event.content)
    const { notification_type, notification } = fieldsOf(message)
    const payment = notification_type === 'payment_received' ? walletPayment(notification) : null
    if (payment) listener.paid(payment)
  }

  /** One connection to one relay, until it ends. */
  async function connect(url: string, onOpen: () => void): Promise<void> {
    const relay = createRelay(libraries, url)
    const { hostname } = new URL(url)
    const close = () => relay.close()
    closing.signal.addEventListener('abort', close)
    try {
      const ended = new Promise<void>((resolve) => {
        relay.onclose = resolve
      })
      // If the relay was closed in the meantime, it would never answer.
      await Promise.race([relay.connect(), ended])
      if (!relay.connected) return
      onOpen()
      connected.add(relay)
      const since = Math.floor(Date.now() / 1_000) - MISSED_SECONDS
      const authors = [walletPubkey]
      const info = { kinds: [KIND.info], authors, limit: 1 }
      const kinds = [KIND.notification04, KIND.notification44]
      let isLive = false
      relay.subscribe([info, { kinds, authors, '#p': [ownPubkey], since }], {
        onevent(event) {
          if (event.kind !== KIND.info) return readNotification(event)
          readInfo(event)
          // The wallet has restarted: notifications may have been lost.
          if (isLive) listener.connected()
        },
        oneose() {
          isLive = true
          missing.delete(url)
          log.info({ code: 'NWC_CONNECTED', relay: hostname }, 'Connected to a relay of the wallet')
          listener.connected()
        },
        // A relay may end a subscription; without one the connection is useless.
        onclose: () => relay.close(),
      })
      await ended
    } finally {
      connected.delete(relay)
      closing.signal.removeEventListener('abort', close)
      if (!closing.signal.aborted && !missing.has(url)) {
        missing.add(url)
        log.warn(
          { code: 'NWC_DISCONNECTED', relay: hostname },
          'Not connected to a relay of the wallet; trying again',
        )
      }
    }
  }

  const links = relays.map((url) => keepConnected((onOpen) => connect(url, onOpen), closing.signal))

  return {
    async lookUp(paymentHash: string, signal: AbortSignal): Promise<Settlement | null> {
      if (!canLookUp) return null
      const relays = [...connected].filter((relay) => relay.connected)
      if (relays.length === 0) throw new Error('No relay of the wallet is connected.')
      const now = Math.floor(Date.now() / 1_000)
      // A wallet that was down must not answer old requests.
      const expiration = ['expiration', String(now + REQUEST_LIFE_SECONDS)]
      const tags = [['p', walletPubkey], ['encryption', encryption], expiration]
      const call = { method: 'lookup_invoice', params: { payment_hash: paymentHash } }
      const content = cipher.encrypt(encryption, call)
      const template = { kind: KIND.request, created_at: now, tags, content }
      const request = libraries.finalizeEvent(template, secretKey)
      const reply = await firstReply(relays, request, { walletPubkey, signal })
      const message = cipher.decrypt(encryption, reply.content)
      if (typeof message !== 'object' || message === null) throw new Error('The wallet sent no valid reply.')
      const { error, result } = message as { error?: { code?: unknown } | null; result?: unknown }
      if (error && error.code !== 'NOT_FOUND') throw new Error('The wallet refused to look up an invoice.')
      const payment = error ? null : walletPayment(result)
      return payment?.paymentHash === paymentHash ? payment : null
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(links)
    },
  }
}

/** Sends a request to each relay, and returns the first reply of the wallet. */
async function firstReply(
  relays: readonly AbstractRelay[],
  request: Event,
  { walletPubkey, signal }: { walletPubkey: string; signal: AbortSignal },
): Promise<Event> {
  const filter = { kinds: [KIND.reply], authors: [walletPubkey], '#e': [request.id] }
  const replied = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { signal: replied.signal })
      for (const relay of relays) {
        const subscription = relay.subscribe([filter], { onevent: resolve })
        replied.signal.addEventListener('abort', () => subscription.close())
        relay.publish(request).catch(() => undefined)
      }
    })
  } finally {
    replied.abort()
  }
}
