import {
  type Nip47PayResponse,
  type Nip47Transaction,
  NWCWalletService,
  NWCWalletServiceKeyPair,
  type NWCWalletServiceResponse,
} from '@getalby/sdk/nwc'
import { generateSecretKey, getPublicKey } from 'nostr-tools'
import WebSocket from 'ws'
import { startNostrRelay } from './nostr-relay.js'

// Node 20 has no global WebSocket, which @getalby/sdk needs.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket

type Reply<T> = NWCWalletServiceResponse<T> | Promise<NWCWalletServiceResponse<T>>

/** The behaviour of the wallet, which a test sets. */
export interface WalletBehaviour {
  pay(invoice: string): Reply<Nip47PayResponse>
  lookUp(paymentHash: string): Reply<Nip47Transaction>
}

export const result = <T>(value: T): NWCWalletServiceResponse<T> => ({ result: value, error: undefined })
export const failure = (code: string, message: string): NWCWalletServiceResponse<never> => ({
  result: undefined,
  error: { code, message },
})

/** A wallet service and its relay, both over real sockets of this process. */
export async function startNostrWallet(behaviour: () => WalletBehaviour) {
  const relay = await startNostrRelay()
  const walletSecret = secret()
  const clientSecret = secret()
  const service = new NWCWalletService({ relayUrl: relay.url })
  await service.publishWalletServiceInfoEvent(walletSecret, ['get_info', 'pay_invoice', 'lookup_invoice'], [])
  const unsubscribe = await service.subscribe(
    new NWCWalletServiceKeyPair(walletSecret, publicKeyOf(clientSecret)),
    {
      getInfo: async () =>
        result({
          alias: 'Wallet of the tests',
          color: '#000000',
          pubkey: publicKeyOf(walletSecret),
          network: 'regtest',
          block_height: 1,
          block_hash: '',
          methods: ['get_info', 'pay_invoice', 'lookup_invoice'],
        }),
      payInvoice: async ({ invoice }) => behaviour().pay(invoice),
      lookupInvoice: async ({ payment_hash = '' }) => behaviour().lookUp(payment_hash),
    },
  )
  const query = new URLSearchParams({ relay: relay.url, secret: clientSecret })
  return {
    /** The connection string that a person pastes into Bitcoin Connect. */
    connectionUrl: `nostr+walletconnect://${publicKeyOf(walletSecret)}?${query}`,
    close: async () => {
      unsubscribe()
      // Without this pause, the library treats the end of the connection as a failure.
      await new Promise(setImmediate)
      service.close()
      await relay.close()
    },
  }
}

/** A wallet's report of a settled payment of 2,100 sats. A client may refuse a reply without one of the fields. */
export function transaction(payment: {
  invoice: string
  preimage: string
  payment_hash: string
}): Nip47Transaction {
  const now = Math.floor(Date.now() / 1000)
  return {
    type: 'outgoing',
    state: 'settled',
    ...payment,
    description: '',
    description_hash: '',
    amount: 2_100_000,
    fees_paid: 0,
    created_at: now,
    settled_at: now,
    expires_at: now + 3_600,
  }
}

const secret = () => Buffer.from(generateSecretKey()).toString('hex')
const publicKeyOf = (secretHex: string) => getPublicKey(Buffer.from(secretHex, 'hex'))
