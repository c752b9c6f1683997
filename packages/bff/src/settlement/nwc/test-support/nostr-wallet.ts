import { setTimeout as wait } from 'node:timers/promises'
import * as nip04 from 'nostr-tools/nip04'
import * as nip44 from 'nostr-tools/nip44'
import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { WebSocket } from 'ws'

export interface NostrWalletOptions {
  relays: readonly string[]
  /** Whether it sends notifications. */
  notifies?: boolean
  /** Whether it answers `lookup_invoice`. */
  answers?: boolean
  encryption?: 'nip44_v2' | 'nip04'
}

interface Payment {
  paymentHash: string
  preimage: string
}

/** The wallet service of a recipient (NIP-47) over real sockets, which can be killed and restarted. */
export function startNostrWallet(options: NostrWalletOptions) {
  const { relays, notifies = true, answers = true, encryption = 'nip44_v2' } = options
  const walletSecret = generateSecretKey()
  const clientSecret = generateSecretKey()
  const clientPubkey = getPublicKey(clientSecret)
  const walletPubkey = getPublicKey(walletSecret)
  const key = nip44.getConversationKey(walletSecret, clientPubkey)
  const encrypt = (value: object) => {
    const text = JSON.stringify(value)
    return encryption === 'nip04' ? nip04.encrypt(walletSecret, clientPubkey, text) : nip44.encrypt(text, key)
  }
  const decrypt = (text: string) =>
    JSON.parse(
      encryption === 'nip04' ? nip04.decrypt(walletSecret, clientPubkey, text) : nip44.decrypt(text, key),
    )
  /** Payments that the node has received, whether the wallet service was running or not. */
  const received = new Map<string, object>()
  const lookUps: string[] = []
  let sockets = new Set<WebSocket>()
  let isUp = false
  /** How often it has started. */
  let run = 0

  const sign = (kind: number, tags: string[][], content: string, secret = walletSecret) =>
    finalizeEvent({ kind, created_at: Math.floor(Date.now() / 1_000), tags, content }, secret)
  const publish = (event: Event) => {
    for (const socket of sockets)
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(['EVENT', event]))
  }

  function answer(request: Event, socket: WebSocket) {
    const { method, params } = decrypt(request.content) as {
      method: string
      params: { payment_hash: string }
    }
    lookUps.push(params.payment_hash)
    const result = received.get(params.payment_hash)
    const reply = result
      ? { result_type: method, error: null, result }
      : { result_type: method, error: { code: 'NOT_FOUND', message: 'Unknown.' }, result: null }
    const event = sign(
      23_195,
      [
        ['p', clientPubkey],
        ['e', request.id],
      ],
      encrypt(reply),
    )
    socket.send(JSON.stringify(['EVENT', event]))
  }

  async function stayConnected(url: string, own: number) {
    // On a busy machine the next run may start before this one has seen its end.
    while (isUp && own === run) {
      const socket = new WebSocket(url)
      const ended = new Promise((resolve) => socket.on('close', resolve))
      socket.on('error', () => {})
      socket.on('open', () => {
        sockets.add(socket)
        const tags = [
          ['encryption', encryption],
          ['notifications', notifies ? 'payment_received payment_sent' : ''],
        ]
        socket.send(
          JSON.stringify(['EVENT', sign(13_194, tags, answers ? 'get_info lookup_invoice' : 'get_info')]),
        )
        const filter = { kinds: [23_194], authors: [clientPubkey], '#p': [walletPubkey] }
        socket.send(JSON.stringify(['REQ', 'requests', filter]))
      })
      socket.on('message', (data) => {
        if (!answers || !String(data).startsWith('["EVENT"')) return
        const [, subscription, event] = JSON.parse(String(data))
        if (subscription === 'requests') answer(event, socket)
      })
      await ended
      sockets.delete(socket)
      await wait(100)
    }
  }

  function start() {
    isUp = true
    run++
    for (const url of relays) void stayConnected(url, run)
  }
  function kill() {
    isUp = false
    for (const socket of sockets) socket.terminate()
    sockets = new Set()
  }
  start()

  const query = relays.map((url) => `relay=${encodeURIComponent(url)}`).join('&')
  const secret = Buffer.from(clientSecret).toString('hex')
  return {
    url: `nostr+walletconnect://${walletPubkey}?${query}&secret=${secret}`,
    secret,
    lookUps,
    start,
    kill,
    get isUp() {
      return isUp
    },
    /** The number of relays that the service is connected to; events that it publishes before are lost. */
    get connections() {
      return sockets.size
    },
    /** A payment arrives at the node. */
    receive({ paymentHash, preimage }: Payment, extra: object = {}) {
      const now = Math.floor(Date.now() / 1_000)
      const transaction = {
        type: 'incoming',
        state: 'settled',
        payment_hash: paymentHash,
        preimage,
        amount: 2_100_000,
        created_at: now,
        settled_at: now,
        ...extra,
      }
      received.set(paymentHash, transaction)
      if (!notifies || !isUp) return
      const message = { notification_type: 'payment_received', notification: transaction }
      const kind = encryption === 'nip04' ? 23_196 : 23_197
      publish(sign(kind, [['p', clientPubkey]], encrypt(message)))
    },
    /** A message by an attacker who knows the public keys. */
    forge({ paymentHash, preimage }: Payment) {
      const forger = generateSecretKey()
      const transaction = {
        type: 'incoming',
        state: 'settled',
        payment_hash: paymentHash,
        preimage,
        settled_at: 1,
      }
      const text = JSON.stringify({ notification_type: 'payment_received', notification: transaction })
      const content = nip44.encrypt(text, nip44.getConversationKey(forger, clientPubkey))
      publish(sign(23_197, [['p', clientPubkey]], content, forger))
    },
  }
}
