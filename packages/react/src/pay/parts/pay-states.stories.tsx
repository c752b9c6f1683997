import { LeydenError } from '@leyden/core'
import { asMsat, asSats } from '@leyden/core/money'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useRef } from 'react'
import { fn } from 'storybook/test'
import { fixturePicture, fixtureRecipient, foundAs, lookupFixtures } from '../../address/fixtures.js'
import { PayPicture, type PayPictureProps } from '../../test-support/pay-picture.js'
import { payScenes } from '../../test-support/pay-scenes.js'
import { withPrice } from '../flow/check-charge.js'
import { chargeLike, fixtureCharge, fixtureNow, fixtureUnmatched, payFixtures } from '../flow/fixtures.js'
import type { ArrivedPayment } from '../flow/pay-state.js'

const meta: Meta<typeof PayPicture> = {
  title: 'Pay/States',
  component: PayPicture,
  tags: ['!autodocs', 'detail'],
  args: { state: payFixtures.idle, onAction: fn() },
  play: payScenes.AnyState,
}
export default meta
type Story = StoryObj<typeof PayPicture>

const presets = [500n, 2_100n, 10_000n]
const { idle, awaiting, mismatch, paid } = payFixtures
const { invalid, looking, found, unreachable } = lookupFixtures

// A story for each status of the flow, from its fixture.
export const Idle: Story = {
  args: { state: idle, options: { defaultAmountSats: undefined } },
  play: payScenes.Idle,
}
export const Looking: Story = {
  args: { state: idle, lookup: looking, options: { defaultAmountSats: undefined } },
  play: payScenes.Looking,
}
export const Invalid: Story = { args: { state: idle, lookup: invalid }, play: payScenes.Invalid }
export const Unreachable: Story = { args: { state: idle, lookup: unreachable }, play: payScenes.Unreachable }
export const Ready: Story = {
  args: { state: idle, lookup: found, options: { presets, defaultDescription: 'Great stream!' } },
  play: payScenes.Ready,
}
export const Requesting: Story = {
  args: { state: payFixtures.requesting, options: { presets, defaultDescription: 'Great stream!' } },
  play: payScenes.Requesting,
}
export const Awaiting: Story = { args: { state: awaiting }, play: payScenes.Awaiting }
export const Confirming: Story = { args: { state: payFixtures.confirming }, play: payScenes.Confirming }
export const Paid: Story = { args: { state: paid }, play: payScenes.Paid }
export const Expired: Story = { args: { state: payFixtures.expired }, play: payScenes.Expired }
export const Unconfirmed: Story = { args: { state: payFixtures.unconfirmed }, play: payScenes.Unconfirmed }
export const Mismatch: Story = { args: { state: mismatch }, play: payScenes.Mismatch }
export const Failed: Story = { args: { state: payFixtures.failed }, play: payScenes.Failed }

// Stories with a notice, or with an order that is not shown as a form.
const arrival: ArrivedPayment = {
  charge: chargeLike({
    ...fixtureCharge,
    id: 'ab'.repeat(32),
    address: 'bob@wallet.example',
    amountMsat: asMsat(500_000n),
  }),
  isOwn: false,
  evidence: 'app',
  at: fixtureNow,
  late: false,
}
export const PaymentArrived: Story = {
  args: { state: { ...awaiting, arrived: [arrival] } },
  play: payScenes.PaymentArrived,
}
export const PaidTwice: Story = {
  args: {
    state: {
      ...paid,
      arrived: [
        {
          ...arrival,
          charge: chargeLike({ ...fixtureCharge, id: 'cd'.repeat(32) }),
          duplicateOf: fixtureCharge.id,
        },
      ],
    },
  },
  play: payScenes.PaidTwice,
}
/** The amount of an order that has changed after an invoice of 2,100 sats. */
const changedSats = 9_000n
const changed = chargeLike({ ...fixtureCharge, amountMsat: asMsat(9_000_000n) })
const unmatched = [fixtureUnmatched]
export const ArrivedInPart: Story = {
  args: { state: { ...idle, unmatched }, lookup: found, locked: true, options: { amountSats: changedSats } },
  play: payScenes.ArrivedInPart,
}
export const ArrivedInPartBesideTheInvoice: Story = {
  args: { state: { ...awaiting, charge: changed, unmatched } },
  play: payScenes.ArrivedInPartBesideTheInvoice,
}
export const ArrivedInTwoParts: Story = {
  args: {
    state: {
      ...idle,
      unmatched: [
        fixtureUnmatched,
        { id: 'fe'.repeat(32), amountMsat: asMsat(500_000n), at: new Date('2026-01-01T14:45:00Z') },
      ],
    },
    lookup: found,
    locked: true,
    options: { amountSats: changedSats },
  },
  play: payScenes.ArrivedInTwoParts,
}
export const ArrivedOtherwise: Story = {
  args: {
    state: { ...idle, unmatched: [{ ...fixtureUnmatched, amountMsat: asMsat(9_000_000n) }] },
    lookup: found,
    locked: true,
  },
  play: payScenes.ArrivedOtherwise,
}
export const ExpiredForGood: Story = {
  args: { state: { ...payFixtures.expired, phase: 'ended' } },
  play: payScenes.ExpiredForGood,
}
export const ArrivedInPartAndExpired: Story = {
  args: { state: { ...payFixtures.expired, charge: changed, unmatched } },
  play: payScenes.ArrivedInPartAndExpired,
}
export const PaidAfterAPart: Story = {
  args: { state: { ...paid, charge: withPrice(changed, paid.charge.price), unmatched } },
  play: payScenes.PaidAfterAPart,
}
export const OrderHasChanged: Story = {
  args: {
    state: idle,
    intent: { status: 'failed', error: new LeydenError('INTENT_SUPERSEDED', 'Signed again.') },
  },
  play: payScenes.OrderHasChanged,
}
export const OrderWasPaidBeforeItChanged: Story = {
  args: {
    state: {
      ...payFixtures.failed,
      terms: { amountMsat: 9_000_000n },
      error: new LeydenError('ALREADY_PAID', 'The order is paid.'),
      unmatched,
    },
    locked: true,
    options: { amountSats: changedSats },
  },
  play: payScenes.OrderWasPaidBeforeItChanged,
}
export const OrderHasRunOutAfterAPart: Story = {
  args: {
    state: { ...idle, unmatched },
    lookup: found,
    intent: { status: 'expired' },
    locked: true,
    options: { amountSats: changedSats },
  },
  play: payScenes.OrderHasRunOutAfterAPart,
}
export const WalletUnclear: Story = {
  args: { state: { ...payFixtures.confirming, because: 'unclear', asked: 0, doubts: 1 } },
  play: payScenes.WalletUnclear,
}
export const WarnedBeforeAnother: Story = {
  args: {
    state: {
      ...idle,
      earlier: [{ recipient: fixtureRecipient, charge: fixtureCharge, phase: 'payable', doubts: 1 }],
    },
    lookup: found,
  },
  play: payScenes.WarnedBeforeAnother,
}
export const InvoiceOffered: Story = {
  args: {
    state: {
      ...idle,
      earlier: [{ recipient: fixtureRecipient, charge: fixtureCharge, phase: 'payable' }],
      offered: fixtureCharge.id,
    },
    options: { defaultAmountSats: undefined },
  },
  play: payScenes.InvoiceOffered,
}
export const OrderIsRead: Story = {
  args: { state: idle, intent: { status: 'reading' } },
  play: payScenes.OrderIsRead,
}
export const OrderHasRunOut: Story = {
  args: { state: idle, intent: { status: 'expired' } },
  play: payScenes.OrderHasRunOut,
}
export const OrderIsNotTheShops: Story = {
  args: {
    state: idle,
    intent: { status: 'failed', error: new LeydenError('BAD_REQUEST', 'Not signed.', { field: 'intent' }) },
  },
  play: payScenes.OrderIsNotTheShops,
}
export const OrderCannotBeRead: Story = {
  args: {
    state: idle,
    intent: { status: 'failed', error: new LeydenError('NETWORK', 'The request did not arrive.') },
  },
  play: payScenes.OrderCannotBeRead,
}

// Variants of these states.
const lookingOn = (lookUpState: { slow: boolean; offline: boolean }): Partial<PayPictureProps> => ({
  state: idle,
  lookup: { ...looking, ...lookUpState },
})
export const LookingSlow: Story = {
  args: lookingOn({ slow: true, offline: false }),
  play: payScenes.LookingSlow,
}
export const Offline: Story = { args: lookingOn({ slow: false, offline: true }), play: payScenes.Offline }
export const NoConnection: Story = {
  args: {
    state: idle,
    lookup: { ...unreachable, error: new LeydenError('NETWORK', 'The request did not arrive.') },
  },
  play: payScenes.NoConnection,
}
export const ShopTrouble: Story = {
  args: {
    state: idle,
    lookup: {
      ...unreachable,
      error: new LeydenError('BAD_RESPONSE', 'The server answered 200.', {
        status: 200,
        contentType: 'text/html',
      }),
    },
  },
  play: payScenes.ShopTrouble,
}
export const ServiceDown: Story = {
  args: {
    state: idle,
    lookup: {
      ...unreachable,
      error: new LeydenError('TIMEOUT', 'The payment service did not answer in time.', {
        status: 504,
        party: 'service',
      }),
    },
  },
  play: payScenes.ServiceDown,
}
export const LookUpLimited: Story = {
  args: {
    state: idle,
    lookup: {
      ...unreachable,
      error: new LeydenError('RATE_LIMITED', 'x', { status: 429, retryAfterMs: 20_000 }),
    },
  },
  play: payScenes.LookUpLimited,
}
export const RequestingSlow: Story = {
  args: { ...Requesting.args, view: { isSlow: true } },
  play: payScenes.RequestingSlow,
}
export const AwaitingOffline: Story = {
  args: { state: awaiting, view: { outage: 'offline', isOnline: false } },
  play: payScenes.AwaitingOffline,
}
export const AwaitingWithoutShop: Story = {
  args: { state: awaiting, view: { outage: 'shop' } },
  play: payScenes.AwaitingWithoutShop,
}
export const ConfirmingWithoutShop: Story = {
  args: { state: payFixtures.confirming, view: { outage: 'shop' } },
  play: payScenes.ConfirmingWithoutShop,
}
export const Refused: Story = {
  args: {
    state: {
      ...payFixtures.failed,
      error: new LeydenError('COUNTRY_NOT_SUPPORTED', 'x', { status: 502, party: 'service' }),
    },
  },
  play: payScenes.Refused,
}
export const InvalidWithSuggestion: Story = {
  args: {
    state: idle,
    lookup: {
      status: 'invalid',
      address: 'bob@getably.com',
      problem: { reason: 'not_lightning_address', domain: 'getably.com', suggestion: 'bob@getalby.com' },
    },
  },
  play: payScenes.InvalidWithSuggestion,
}
export const NoSuchUser: Story = {
  args: {
    state: idle,
    lookup: {
      status: 'invalid',
      address: 'nobody@getalby.com',
      problem: { reason: 'no_such_user', domain: 'getalby.com' },
    },
  },
  play: payScenes.NoSuchUser,
}
export const InvalidShape: Story = {
  args: { state: idle, lookup: { status: 'invalid', address: 'bob', problem: { reason: 'no_at' } } },
  play: payScenes.InvalidShape,
}
export const NeedsPayerData: Story = {
  args: {
    state: idle,
    lookup: {
      status: 'invalid',
      address: 'needsname@wallet.example',
      problem: { reason: 'payer_data_required', domain: 'wallet.example', fields: ['name', 'email'] },
    },
  },
  play: payScenes.NeedsPayerData,
}
export const FixedAmountAndAddress: Story = {
  args: { state: idle, lookup: found, locked: true },
  play: payScenes.FixedAmountAndAddress,
}
export const AddressFixesTheAmount: Story = {
  args: {
    state: idle,
    lookup: foundAs({
      address: 'carol@wallet.example',
      minSats: asSats(2_100n),
      maxSats: asSats(2_100n),
      commentAllowed: 0,
      description: 'Ticket',
    }),
  },
  play: payScenes.AddressFixesTheAmount,
}
export const AmountTooLarge: Story = {
  args: { state: idle, lookup: found, options: { defaultAmountSats: 9_000_000n, presets } },
  play: payScenes.AmountTooLarge,
}
export const NoteTooLong: Story = {
  args: {
    state: idle,
    lookup: foundAs({ commentAllowed: 10 }),
    options: { defaultDescription: 'Great stream!' },
  },
  play: payScenes.NoteTooLong,
}
export const LongDescription: Story = {
  args: {
    state: idle,
    lookup: foundAs({
      address: 'erin@wallet.example',
      identifier: 'erin.of.the.long.name@elsewhere.example',
      description:
        'Sats for the harbour choir, its boat, its piano and whatever else keeps it afloat this winter',
      longDescription:
        'The choir has sung at the harbour every Friday since 1987. Your sats go to the boat first.',
    }),
  },
  play: payScenes.LongDescription,
}
export const AsksForName: Story = {
  args: {
    state: idle,
    lookup: foundAs({
      payerData: [
        { kind: 'name', mandatory: true },
        { kind: 'email', mandatory: false },
      ],
    }),
  },
  play: payScenes.AsksForName,
}
export const OffersToSayWho: Story = {
  args: {
    state: idle,
    lookup: foundAs({
      payerData: [
        { kind: 'name', mandatory: false },
        { kind: 'email', mandatory: false },
        { kind: 'identifier', mandatory: false },
      ],
    }),
  },
  play: payScenes.OffersToSayWho,
}
export const TestMode: Story = {
  args: { state: idle, lookup: { ...found, mode: 'test' } },
  play: payScenes.TestMode,
}
export const AwaitingInTestMode: Story = {
  args: { state: awaiting, isTest: true },
  play: payScenes.AwaitingInTestMode,
}
export const AwaitingMadeOut: Story = {
  args: {
    state: { ...awaiting, charge: chargeLike({ ...fixtureCharge, checked: ['amount', 'description'] }) },
  },
  play: payScenes.AwaitingMadeOut,
}
export const AwaitingFromSource: Story = {
  args: { state: { ...awaiting, charge: chargeLike({ ...fixtureCharge, checked: ['amount', 'source'] }) } },
  play: payScenes.AwaitingFromSource,
}
export const AwaitingFullyChecked: Story = {
  args: {
    state: {
      ...awaiting,
      charge: chargeLike({ ...fixtureCharge, checked: ['amount', 'description', 'source'] }),
    },
  },
  play: payScenes.AwaitingFullyChecked,
}
export const AwaitingWithBrowserWallet: Story = {
  args: { state: awaiting, wallets: { hasBrowserWallet: true } },
  play: payScenes.AwaitingWithBrowserWallet,
}
export const AwaitingUnseen: Story = {
  args: { state: { ...awaiting, charge: chargeLike({ ...fixtureCharge, detects: ['preimage'] }) } },
  play: payScenes.AwaitingUnseen,
}
export const AwaitingWalletRefused: Story = {
  args: { state: { ...awaiting, walletRefused: true }, wallets: { hasBrowserWallet: true } },
  play: payScenes.AwaitingWalletRefused,
}
export const AwaitingCopied: Story = {
  args: { state: awaiting, view: { copied: 'invoice' } },
  play: payScenes.AwaitingCopied,
}
export const AwaitingCopyRefused: Story = {
  args: { state: awaiting, view: { copyFailed: 'invoice' } },
  play: payScenes.AwaitingCopyRefused,
}
export const ConfirmingAfterExpiry: Story = {
  args: { state: { ...payFixtures.confirming, asked: 0, because: 'expiry', phase: 'expired_unchecked' } },
  play: payScenes.ConfirmingAfterExpiry,
}
export const UnreachableAfterExpiry: Story = {
  args: {
    state: {
      ...payFixtures.confirming,
      asked: 0,
      because: 'unreachable',
      phase: 'ended_unchecked',
      unreachableSince: new Date('2026-01-01T14:32:00Z'),
    },
  },
  play: payScenes.UnreachableAfterExpiry,
}
export const UnclearAfterExpiry: Story = {
  args: { state: { ...payFixtures.confirming, asked: 0, doubts: 1, because: 'unclear', phase: 'expired' } },
  play: payScenes.UnclearAfterExpiry,
}
export const PaidOnProvidersWord: Story = {
  args: {
    state: {
      status: 'paid',
      recipient: fixtureRecipient,
      charge: chargeLike({ ...fixtureCharge, note: '' }),
      evidence: 'verify',
      at: paid.at,
      late: false,
    },
  },
  play: payScenes.PaidOnProvidersWord,
}
export const PaidOnShopsWord: Story = {
  args: {
    state: {
      status: 'paid',
      recipient: fixtureRecipient,
      charge: fixtureCharge,
      evidence: 'app',
      at: paid.at,
      late: false,
    },
  },
  play: payScenes.PaidOnShopsWord,
}
export const PaidKept: Story = {
  args: {
    state: {
      status: 'paid',
      recipient: fixtureRecipient,
      charge: fixtureCharge,
      evidence: 'app',
      at: paid.at,
      late: false,
      isRestored: true,
      isKept: true,
    },
  },
  play: payScenes.PaidKept,
}
export const PaidWithAMessage: Story = {
  args: { state: { ...paid, success: { tag: 'message', message: 'Thank you, that made our day!' } } },
  play: payScenes.PaidWithAMessage,
}
export const PaidWithASealedCode: Story = {
  args: {
    state: { ...paid, success: { tag: 'secret', description: 'The code of your door', text: '4711' } },
  },
  play: payScenes.PaidWithASealedCode,
}
export const PaidWithALinkElsewhere: Story = {
  args: {
    state: {
      ...paid,
      success: {
        tag: 'url',
        description: 'Your order',
        url: 'https://orders.example/7',
        foreign: true,
      },
    },
  },
  play: payScenes.PaidWithALinkElsewhere,
}
export const PaidLate: Story = { args: { state: { ...paid, late: true } }, play: payScenes.PaidLate }
export const PaidAtAnUnknownTime: Story = {
  args: { state: { ...paid, evidence: 'app', preimage: undefined, late: undefined } },
  play: payScenes.PaidAtAnUnknownTime,
}
export const PaidAndTheShopNotTold: Story = {
  args: { state: { ...paid, proofDelivery: 'refused' } },
  play: payScenes.PaidAndTheShopNotTold,
}
export const PaidAndSharable: Story = {
  args: { state: paid, view: { canShare: true } },
  play: payScenes.PaidAndSharable,
}
export const PaidAndCopyRefused: Story = {
  args: { state: paid, view: { copyFailed: 'receipt' } },
  play: payScenes.PaidAndCopyRefused,
}
export const PaidWithAPicture: Story = {
  args: { state: { ...paid, recipient: { ...fixtureRecipient, imageDataUrl: fixturePicture } } },
  play: payScenes.PaidWithAPicture,
}
export const PaidInTestMode: Story = { args: { state: paid, isTest: true }, play: payScenes.PaidInTestMode }
export const UnconfirmedForGood: Story = {
  args: { state: { ...payFixtures.unconfirmed, phase: 'ended' } },
  play: payScenes.UnconfirmedForGood,
}
export const MismatchOfRecipient: Story = {
  args: {
    state: {
      ...mismatch,
      mismatch: { field: 'recipient', expected: 'alice@wallet.example', actual: 'mallory@wallet.example' },
    },
  },
  play: payScenes.MismatchOfRecipient,
}
export const MismatchOfNetwork: Story = {
  args: { state: { ...mismatch, mismatch: { field: 'network', expected: 'mainnet', actual: 'regtest' } } },
  play: payScenes.MismatchOfNetwork,
}
export const MismatchOfTime: Story = {
  args: { state: { ...mismatch, mismatch: { field: 'expired' } } },
  play: payScenes.MismatchOfTime,
}
export const MismatchUnreadable: Story = {
  args: { state: { ...mismatch, mismatch: { field: 'invoice' } } },
  play: payScenes.MismatchUnreadable,
}
export const MismatchWithLockedAddress: Story = {
  args: { state: mismatch, locked: true },
  play: payScenes.MismatchWithLockedAddress,
}
export const FailedForGood: Story = {
  args: {
    state: { ...payFixtures.failed, error: new LeydenError('NOT_CONFIGURED', 'The server has no key.') },
  },
  play: payScenes.FailedForGood,
}

export const AwaitingOnAPhone: Story = {
  args: { state: awaiting, view: { isTouch: true } },
  play: payScenes.AwaitingOnAPhone,
}
export const AwaitingOnAPhoneWithWallet: Story = {
  args: { state: awaiting, view: { isTouch: true }, wallets: { hasBrowserWallet: true } },
  play: payScenes.AwaitingOnAPhoneWithWallet,
}
/** The link to a wallet is followed as soon as the story is shown, and nothing takes it. */
export const NothingOpened: Story = {
  ...AwaitingOnAPhone,
  render: (args) => (
    <FollowedLink>
      <PayPicture {...args} />
    </FollowedLink>
  ),
  play: payScenes.NothingOpened,
  parameters: { width: '320' },
}
function FollowedLink({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const link = container.current?.querySelector<HTMLElement>('a[href^="lightning:"]')
    const stay = (event: Event) => event.preventDefault()
    link?.addEventListener('click', stay)
    link?.click()
    return () => link?.removeEventListener('click', stay)
  }, [])
  return <div ref={container}>{children}</div>
}
export const ConnectAWallet: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'ready', name: undefined } } },
  play: payScenes.ConnectAWallet,
}
export const ConnectingAWallet: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'opening', name: undefined } } },
  play: payScenes.ConnectingAWallet,
}
export const ConnectingAWalletFailed: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'failed', name: undefined } } },
  play: payScenes.ConnectingAWalletFailed,
}
export const WalletConnected: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'ready', name: 'Alby Hub' } } },
  play: payScenes.WalletConnected,
}
export const ConnectedWalletOpens: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'opening', name: 'Alby Hub' } } },
  play: payScenes.ConnectedWalletOpens,
}
export const WalletConnectedWithoutAName: Story = {
  args: { state: awaiting, wallets: { connection: { status: 'ready', name: '' } } },
  play: payScenes.WalletConnectedWithoutAName,
}
export const ConnectAWalletOnAPhone: Story = {
  args: { ...ConnectAWallet.args, view: { isTouch: true } },
  play: payScenes.ConnectAWalletOnAPhone,
  parameters: { width: '320' },
}
export const WalletConnectedOnAPhone: Story = {
  args: { ...WalletConnected.args, view: { isTouch: true } },
  play: payScenes.WalletConnectedOnAPhone,
  parameters: { width: '320' },
}
export const BuyBitcoin: Story = {
  args: { state: awaiting, options: { buyBitcoinUrl: '#buy' } },
  play: payScenes.BuyBitcoin,
}
export const LockedAddressNotFound: Story = {
  args: { state: idle, lookup: invalid, locked: true },
  play: payScenes.LockedAddressNotFound,
}
export const LockedAddressLooking: Story = {
  args: { state: idle, lookup: looking, locked: true },
  play: payScenes.LockedAddressLooking,
}
export const LockedAddressUnreachable: Story = {
  args: { state: idle, lookup: unreachable, locked: true },
  play: payScenes.LockedAddressUnreachable,
}

// The same states in narrow and wide columns.
export const Ready280: Story = { ...Ready, parameters: { width: '280' } }
export const Awaiting280: Story = { ...Awaiting, parameters: { width: '280' } }
export const Paid280: Story = { ...Paid, parameters: { width: '280' } }
export const Unconfirmed280: Story = { ...Unconfirmed, parameters: { width: '280' } }
export const Mismatch280: Story = { ...Mismatch, parameters: { width: '280' } }
export const Awaiting320: Story = { ...Awaiting, parameters: { width: '320' } }
export const PaidWide: Story = { ...Paid, play: payScenes.PaidWide, parameters: { width: '640' } }
export const AwaitingWide: Story = { ...Awaiting, play: payScenes.AwaitingWide, parameters: { width: '640' } }
