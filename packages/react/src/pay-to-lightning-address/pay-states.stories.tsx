import { LeydenError } from '@leyden/core'
import type { PayState } from '@leyden/core/pay'
import { fixtureCharge, fixtureRecipient, payFixtures } from '@leyden/core/pay/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Moment } from '../test-support/moment.js'
import { payModel } from '../test-support/pay-model.js'

const meta = {
  title: 'Pay/States',
  component: Moment,
  tags: ['!autodocs'],
} satisfies Meta<typeof Moment>
export default meta
type Story = StoryObj<typeof meta>

const presets = [500n, 2_100n, 10_000n]
const { awaiting, invalid, looking, mismatch, paid, ready, unreachable } = payFixtures

// One for each status of the flow, from its fixture.
export const Empty: Story = { args: { state: payFixtures.empty, options: { sats: null } } }
export const Looking: Story = { args: { state: looking, options: { sats: null } } }
export const Invalid: Story = { args: { state: invalid } }
export const Unreachable: Story = { args: { state: unreachable } }
export const Ready: Story = { args: { state: ready, options: { presets, note: 'Great stream!' } } }
export const Requesting: Story = {
  args: { state: payFixtures.requesting, options: { presets, note: 'Great stream!' } },
}
export const Awaiting: Story = { args: { state: awaiting } }
export const Confirming: Story = { args: { state: payFixtures.confirming } }
export const Paid: Story = { args: { state: paid } }
export const Expired: Story = { args: { state: payFixtures.expired } }
export const Unconfirmed: Story = { args: { state: payFixtures.unconfirmed } }
export const Mismatch: Story = { args: { state: mismatch } }
export const Failed: Story = { args: { state: payFixtures.failed } }

// The same, as they differ in life.
const model = (state: PayState) => payModel(state).address
const looked = model(looking)

export const LookingSlow: Story = {
  args: {
    state: looking,
    more: {
      address: {
        ...looked,
        verdict: {
          status: 'looking',
          address: looked.text,
          domain: 'wallet.example',
          slow: true,
          offline: false,
        },
      },
    },
  },
}
export const Offline: Story = {
  args: {
    state: looking,
    more: {
      address: {
        ...looked,
        verdict: {
          status: 'looking',
          address: looked.text,
          domain: 'wallet.example',
          slow: false,
          offline: true,
        },
      },
    },
  },
}
export const NoConnection: Story = {
  args: { state: { ...unreachable, error: new LeydenError('NETWORK', 'The request did not arrive.') } },
}
export const InvalidWithSuggestion: Story = {
  args: {
    state: {
      status: 'invalid',
      address: 'bob@getably.com',
      problem: { reason: 'not_lightning_address', domain: 'getably.com', suggestion: 'bob@getalby.com' },
    },
  },
}
export const NoSuchUser: Story = {
  args: {
    state: {
      status: 'invalid',
      address: 'nobody@getalby.com',
      problem: { reason: 'no_such_user', domain: 'getalby.com' },
    },
  },
}
export const InvalidShape: Story = {
  args: { state: { status: 'invalid', address: 'bob', problem: { reason: 'no_at' } } },
}
export const NeedsPayerData: Story = {
  args: {
    state: {
      status: 'invalid',
      address: 'needsname@wallet.example',
      problem: { reason: 'payer_data', domain: 'wallet.example', fields: ['name', 'email'] },
    },
  },
}
export const FixedAmountAndAddress: Story = { args: { state: ready, options: { locked: true } } }
export const AddressFixesTheAmount: Story = {
  args: {
    state: {
      status: 'ready',
      recipient: {
        ...fixtureRecipient,
        address: 'carol@wallet.example',
        minSats: 2_100n,
        maxSats: 2_100n,
        commentAllowed: 0,
        description: 'Ticket',
      },
    },
  },
}
export const AmountTooLarge: Story = { args: { state: ready, options: { sats: 9_000_000n, presets } } }
export const NoteTooLong: Story = {
  args: {
    state: { status: 'ready', recipient: { ...fixtureRecipient, commentAllowed: 10 } },
    options: { note: 'Great stream!' },
  },
}
export const LongDescription: Story = {
  args: {
    state: {
      status: 'ready',
      recipient: {
        ...fixtureRecipient,
        address: 'erin@wallet.example',
        identifier: 'erin.of.the.long.name@elsewhere.example',
        description:
          'Sats for the harbour choir, its boat, its piano and whatever else keeps it afloat this winter',
        longDescription:
          'The choir has sung at the harbour every Friday since 1987. Your sats go to the boat first.',
      },
    },
  },
}
export const TestMode: Story = { args: { state: ready, more: { isTest: true } } }
export const AwaitingInTestMode: Story = { args: { state: awaiting, more: { isTest: true } } }
export const AwaitingWithBrowserWallet: Story = {
  args: { state: awaiting, more: { hasBrowserWallet: true } },
}
export const AwaitingUnseen: Story = {
  args: { state: { ...awaiting, charge: { ...fixtureCharge, detects: ['preimage'] } } },
}
export const AwaitingWalletRefused: Story = {
  args: { state: awaiting, more: { hasBrowserWallet: true, walletRefused: true } },
}
export const AwaitingCopied: Story = { args: { state: awaiting, more: { copied: 'invoice' } } }
export const AwaitingCopyRefused: Story = { args: { state: awaiting, more: { copyFailed: 'invoice' } } }
export const ConfirmingAfterExpiry: Story = {
  args: { state: { ...payFixtures.confirming, because: 'expiry' } },
}
export const PaidOnProvidersWord: Story = {
  args: {
    state: {
      status: 'paid',
      recipient: fixtureRecipient,
      charge: { ...fixtureCharge, note: '' },
      evidence: 'verify',
      at: paid.at,
      late: false,
    },
  },
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
}
export const PaidWithAMessage: Story = {
  args: { state: { ...paid, success: { tag: 'message', message: 'Thank you, that made our day!' } } },
}
export const PaidWithASealedCode: Story = {
  args: {
    state: { ...paid, success: { tag: 'secret', description: 'The code of your door', text: '4711' } },
  },
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
}
export const PaidLate: Story = { args: { state: { ...paid, late: true } } }
export const MismatchOfRecipient: Story = {
  args: {
    state: {
      ...mismatch,
      mismatch: { field: 'recipient', expected: 'alice@wallet.example', actual: 'mallory@wallet.example' },
    },
  },
}
export const MismatchOfNetwork: Story = {
  args: { state: { ...mismatch, mismatch: { field: 'network', expected: 'mainnet', actual: 'regtest' } } },
}
export const MismatchOfTime: Story = { args: { state: { ...mismatch, mismatch: { field: 'expired' } } } }
export const MismatchUnreadable: Story = { args: { state: { ...mismatch, mismatch: { field: 'invoice' } } } }
export const MismatchWithLockedAddress: Story = { args: { state: mismatch, options: { locked: true } } }
export const FailedForGood: Story = {
  args: {
    state: { ...payFixtures.failed, error: new LeydenError('NOT_CONFIGURED', 'The server has no key.') },
  },
}

export const AwaitingOnAPhone: Story = { args: { state: awaiting, more: { isTouch: true } } }
export const AwaitingOnAPhoneWithWallet: Story = {
  args: { state: awaiting, more: { isTouch: true, hasBrowserWallet: true } },
}
export const LockedAddressNotFound: Story = { args: { state: invalid, options: { locked: true } } }
export const LockedAddressLooking: Story = { args: { state: looking, options: { locked: true } } }
export const LockedAddressUnreachable: Story = { args: { state: unreachable, options: { locked: true } } }

// Narrow and wide columns.
export const Ready280: Story = { ...Ready, parameters: { width: '280' } }
export const Awaiting280: Story = { ...Awaiting, parameters: { width: '280' } }
export const Paid280: Story = { ...Paid, parameters: { width: '280' } }
export const Mismatch280: Story = { ...Mismatch, parameters: { width: '280' } }
export const Awaiting320: Story = { ...Awaiting, parameters: { width: '320' } }
export const AwaitingWide: Story = { ...Awaiting, parameters: { width: '640' } }
