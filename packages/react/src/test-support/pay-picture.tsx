import type { AddressValidation, Client } from '@leyden/core'
import { ADDRESS_REASONS, isOneOf } from '@leyden/core/internal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { AddressLookup } from '../address/address-lookup.js'
import { fixtureRecipient, lookupFixtures } from '../address/fixtures.js'
import type { Recipient } from '../address/recipient.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { leydenKeys } from '../foundation/query/leyden-keys.js'
import type { IntentState } from '../pay/engine/intent-reader.js'
import type { PayEngine } from '../pay/engine/pay-engine.js'
import { readProof } from '../pay/engine/read-proof.js'
import type { FiatPrice } from '../pay/fields/fiat.js'
import { chargeLike, fixtureNow, payFixtures } from '../pay/flow/fixtures.js'
import type { PayState } from '../pay/flow/pay-state.js'
import type { PayContextValue, PayScreen } from '../pay/parts/pay-context.js'
import { usePayScreen } from '../pay/parts/pay-screen.js'
import type { PayActions, PayView, PayWallets } from '../pay/pay-handle.js'
import type { PayOptions } from '../pay/pay-options.js'
import { PayCard } from '../pay/pay-to-lightning-address.js'
import { usePayHandle } from '../pay/use-pay-to-lightning-address.js'
import { createFakeClient } from '../testing/fake-client.js'
// A picture is of any state.
import '../pay-eager.js'

const fixtureFiat: FiatPrice = { currency: 'USD', rate: 97_142.86, asOf: fixtureNow }

/** An action of a person, by its name in the hook. */
export type PayAction = keyof PayActions | 'copy' | 'share' | 'setText' | 'retry'

/** One state of the pay widget. */
export interface PayPictureProps {
  state: PayState
  /** The state of the address in the form. @default the recipient of the state, found; an empty field without one */
  lookup?: AddressLookup | undefined
  /** The options of the page. @default 2,100 sats in the field, and a price */
  options?: PayOptions | undefined
  /** Whether the address and the amount are fixed by the page. */
  locked?: boolean | undefined
  /** The signed order of the page. */
  intent?: IntentState | undefined
  /** Whether the charges are those of a test network, as in the fixtures. */
  isTest?: boolean | undefined
  /** What the device, the network and the clock say. The clock of a picture stands still. */
  view?: Partial<PayView & PayScreen> | undefined
  wallets?: Partial<PayWallets> | undefined
  /** Called with an action of the person, in place of performing it. */
  onAction?: ((action: PayAction, about?: string) => void) | undefined
}

/** The card in one state of the flow: the fields work, and actions are only reported. */
export function PayPicture(props: PayPictureProps) {
  return <PayInState {...props}>{(shown) => <PayPictureCard {...shown} />}</PayInState>
}

function PayPictureCard(shown: PayShown) {
  return <PayCard {...shown} t={useMessages(payEnglish)} />
}

/** What the card of a picture gets. */
export type PayShown = Pick<PayContextValue, 'pay' | 'screen'>

interface PayInStateProps extends PayPictureProps {
  children: (shown: PayShown) => ReactNode
}

/**
 * Renders the real hook with the flow in one state and a fake client, whose answer leads to the state of the look-up.
 * What the BFF has answered already is in the cache, so that it is shown from the start.
 */
export function PayInState(props: PayInStateProps) {
  const lookup = props.lookup ?? lookupOf(props.state)
  const page = useMemo(() => {
    const client = createFakeClient()
    client.validateLightningAddress = async () => {
      if (lookup.status === 'unreachable') throw lookup.error
      return validationOf(lookup) ?? new Promise<never>(() => {})
    }
    return { client, queryClient: cacheOf(client, lookup) }
  }, [lookup])
  return (
    <QueryClientProvider client={page.queryClient}>
      <Hook {...props} lookup={lookup} client={page.client} />
    </QueryClientProvider>
  )
}

function Hook({ children, client, ...picture }: PayInStateProps & { lookup: AddressLookup; client: Client }) {
  const { lookup, locked = false, isTest = false, state, intent = null, view, wallets, onAction } = picture
  const address = 'address' in lookup ? lookup.address : ''
  const shown = useRef({ state, intent, onAction })
  shown.current = { state: isTest ? state : asLive(state), intent, onAction }
  const options: PayOptions = {
    fiat: fixtureFiat,
    ...(locked
      ? { address, amountSats: 2_100, description: '' }
      : { defaultAddress: address, defaultAmountSats: 2_100 }),
    ...picture.options,
    client,
  }
  const pay = usePayHandle(options, () => stillEngine(() => shown.current))
  const screen = usePayScreen(pay, options)

  const { fields } = pay
  const isTyping = lookup.status === 'typing'
  const type = useRef(fields.address.inputProps.onChange)
  useEffect(() => {
    if (isTyping) type.current(letter as ChangeEvent<HTMLInputElement>)
  }, [isTyping])

  const setText = (text: string) => onAction?.('setText', text)
  const wait = state.status === 'failed' ? state.error : lookup.status === 'unreachable' ? lookup.error : null
  const retrySeconds = Math.ceil((wait?.retryAfterMs ?? 0) / 1000)
  const looking = fields.address.lookup
  const pictured = {
    ...pay,
    fields: {
      ...fields,
      address: {
        ...fields.address,
        // Only time or a missing network lead to these.
        lookup: looking.status === 'looking' && lookup.status === 'looking' ? lookup : looking,
        retrySeconds,
        setText,
        retry: () => onAction?.('retry'),
        inputProps: {
          ...fields.address.inputProps,
          onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => setText(value),
        },
      },
    },
    wallets: { ...pay.wallets, hasBrowserWallet: false, ...wallets },
    view: { ...pay.view, secondsLeft: secondsAt(fixtureNow, state), ...view },
  }
  return children({
    pay: pictured,
    screen: {
      ...screen,
      copy: (thing) => void onAction?.('copy', thing),
      share: () => void onAction?.('share'),
      retrySeconds,
      isSlow: false,
      isTouch: false,
      isFirstVisit: true,
      canShare: false,
      ...view,
    },
  })
}

/** The event of a field in which somebody types the beginning of an address. */
const letter = { currentTarget: { value: 'alice' }, nativeEvent: { inputType: 'insertText' } } as object

function secondsAt(now: Date, state: PayState): number {
  return 'charge' in state ? Math.round((state.charge.expiresAt.getTime() - now.getTime()) / 1000) : 0
}

/** An engine that stays in one state, and reports actions. */
function stillEngine(
  shown: () => Pick<PayPictureProps, 'onAction'> & { state: PayState; intent: IntentState | null },
): PayEngine {
  const state = () => shown().state
  const intent = () => shown().intent
  const report = (action: PayAction) => () => shown().onAction?.(action)
  return {
    getState: state,
    getIntent: intent,
    getOptimisticState: state,
    getOptimisticIntent: intent,
    subscribe: () => () => {},
    update: () => {},
    mount: () => () => {},
    requestInvoice: (_, isPress) => shown().onAction?.(isPress ? 'showInvoice' : 'renew'),
    actions: {
      back: report('back'),
      payWithBrowserWallet: report('payWithBrowserWallet'),
      connectWallet: report('connectWallet'),
      payWithConnectedWallet: report('payWithConnectedWallet'),
      disconnectWallet: report('disconnectWallet'),
      claimPaid: report('claimPaid'),
      provePayment: (text) => readProof(text, chargeIdOf(state())).status,
      checkAgain: report('checkAgain'),
      reopen: report('reopen'),
      showOpenInvoice: (id) => shown().onAction?.('showOpenInvoice', id),
      done: report('done'),
      dismiss: (id) => shown().onAction?.('dismiss', id),
      retryIntent: report('retryIntent'),
    },
  }
}

function chargeIdOf(state: PayState): string {
  return 'charge' in state ? state.charge.id : ''
}

/** The charges of the fixtures are those of a test network, which widgets mark. */
function asLive(state: PayState): PayState {
  return 'charge' in state
    ? { ...state, charge: chargeLike({ ...state.charge, mode: 'live', network: 'mainnet' }) }
    : state
}

/** The look-up of a state: its recipient was found. */
export function lookupOf(state: PayState): AddressLookup {
  if (!('recipient' in state)) return lookupFixtures.empty
  const { recipient } = state
  return { status: 'found', address: recipient.address, recipient, mode: 'live' }
}

/** The answer of the BFF that leads to this state of the look-up; null if there is none. */
function validationOf(lookup: AddressLookup): AddressValidation | null {
  switch (lookup.status) {
    case 'found': {
      const { recipient, mode } = lookup
      const takesPayerData = recipient.payerData !== undefined
      return { valid: true, metadata: metadataOf(recipient), mode, takes_payer_data: takesPayerData }
    }
    case 'invalid': {
      const { reason, fields = [] } = lookup.problem
      if (reason !== 'payer_data_required') {
        const { detail, words } = lookup.problem
        return {
          valid: false,
          reason: isOneOf(ADDRESS_REASONS, reason) ? reason : 'not_lightning_address',
          detail,
          provider_message: words?.text,
          provider_host: words?.host,
        }
      }
      const payerData = Object.fromEntries(fields.map((kind) => [kind, { mandatory: true }]))
      return { valid: true, metadata: { ...metadataOf(fixtureRecipient), payerData } }
    }
    case 'empty':
    case 'typing':
    case 'looking':
    case 'unreachable':
      return null
    default:
      return lookup satisfies never
  }
}

function metadataOf(recipient: Recipient) {
  const { address, description, longDescription, identifier = address, payerData = [] } = recipient
  return {
    tag: 'payRequest' as const,
    callback: 'https://service.example/callback',
    minSendable: Number(recipient.minSats) * 1000,
    maxSendable: Number(recipient.maxSats) * 1000,
    commentAllowed: recipient.commentAllowed,
    metadata: JSON.stringify([
      ['text/plain', description],
      ...(longDescription === undefined ? [] : [['text/long-desc', longDescription]]),
      ['text/identifier', identifier],
    ]),
    payerData: Object.fromEntries(payerData.map(({ kind, mandatory }) => [kind, { mandatory }])),
  }
}

/** The cache of a page that has asked already. */
function cacheOf(client: Client, lookup: AddressLookup): QueryClient {
  const queryClient = new QueryClient()
  const data = validationOf(lookup)
  if (!data || !('address' in lookup)) return queryClient
  const queryKey = leydenKeys.address(client.baseUrl, lookup.address)
  queryClient.getQueryCache().build<AddressValidation, Error, AddressValidation, typeof queryKey>(
    queryClient,
    { queryKey },
    {
      data,
      status: 'success',
      // Whether an answer is stale depends on the clock, which no server render may read.
      isInvalidated: true,
      dataUpdateCount: 1,
      dataUpdatedAt: 0,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
    },
  )
  return queryClient
}

/** One example for each status of the flow, and for each status of the look-up in the form. */
export const payPictures: ({ name: string } & Pick<PayPictureProps, 'state' | 'lookup'>)[] = [
  ...Object.values(payFixtures).map((state) => ({ name: state.status, state })),
  ...Object.values(lookupFixtures).map((lookup) => ({
    name: `idle, ${lookup.status}`,
    state: payFixtures.idle,
    lookup,
  })),
]
