import { expect, userEvent, within } from 'storybook/test'
import { fixtureCharge, fixturePreimage } from '../pay-flow/fixtures.js'
import { knownWallets } from '../pay-to-lightning-address/wallets.js'
import { callsOf, entersByKeyboard, holdsQrCode, type Scene, scene } from './pay-scene.js'

const address = 'alice@wallet.example'
const domain = 'wallet.example'
const amount = 2_100n

/** An address that cannot be paid: the error is beside the field, and no invoice can be requested. */
function refused(key: Parameters<Scene['shows']>[0], values = {}) {
  return scene(async ({ card, textOf, input, button, shows }) => {
    await shows(key, values)
    await expect(input('addressLabel')).toBeInvalid()
    await expect(input('addressLabel')).toHaveAccessibleDescription(
      expect.stringContaining(textOf(key, values)),
    )
    await expect(within(card).getAllByRole('status')[0]).toHaveTextContent(textOf(key, values))
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  })
}

/** An address whose look-up is not answered: the field shows the progress, and can be edited. */
function lookedUp(key: Parameters<Scene['shows']>[0], values = {}) {
  return scene(async ({ input, button, shows, textOf, types, args }) => {
    await shows(key, values)
    await expect(input('addressLabel')).not.toBeInvalid()
    await expect(input('addressLabel')).toHaveAccessibleDescription(
      expect.stringContaining(textOf(key, values)),
    )
    await expect(input('addressLabel')).toHaveValue(address)
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await types(input('amountLabel'), '777')
    await expect(input('amountLabel')).toHaveValue('777')
    await types(input('amountLabel'), '2100')
    await expect(callsOf(args.onAction)).toEqual([])
  })
}

/** A failure that is not retried automatically, only by a press. */
function unreachable(key: Parameters<Scene['shows']>[0]) {
  return scene(async ({ shows, presses, button }) => {
    await shows(key, { domain })
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await presses('tryAgain', 'retry')
  })
}

/** An invoice on a computer: QR code, copying, a link, and the back button. */
async function holdsInvoice({ card, textOf, inSats, headed, presses, shows }: Scene): Promise<void> {
  const { invoice } = fixtureCharge
  await headed('order', { amount: inSats(amount), address })
  await shows('to', { address })
  await holdsQrCode(card, textOf('qrCode', { amount: inSats(amount), address }))
  const link = within(card).getByRole('link', { name: textOf('openWallet') })
  await expect(link).toHaveAttribute('href', `lightning:${invoice}`)
  await expect(within(card).getByRole('timer')).toHaveTextContent('8:41')
  await expect(within(card).getByRole('timer')).toHaveAccessibleName(
    expect.stringContaining(textOf('timeLeft', { time: '8:41' })),
  )
  await presses('back', 'back')
}

/** An invoice is shown, with the reason why a payment would not be seen. */
function withoutNews(key: Parameters<Scene['shows']>[0]) {
  return scene(async (its) => {
    await holdsInvoice(its)
    await its.shows(key)
    await its.lacks('waiting')
    await expect(within(its.card).getAllByRole('status').at(-1)).toHaveTextContent(its.textOf(key))
  })
}

const awaiting = scene(async (its) => {
  await holdsInvoice(its)
  await its.shows('waiting')
  await its.presses('copyInvoice', 'copy', 'invoice')
})

/** A payment with its evidence and its receipt. */
function paid(word: Parameters<Scene['shows']>[0], more: (its: Scene) => Promise<void> = async () => {}) {
  return scene(async (its) => {
    const { card, args, inSats, headed, shows, presses, textOf } = its
    const hasPreimage = args.state.status === 'paid' && args.state.preimage !== undefined
    await headed('paid', { amount: inSats(amount) })
    await expect(card.dataset.tone).toBe('ok')
    await shows('to', { address })
    await shows(word, { domain })
    await more(its)
    // Payment hash and preimage are long, and shown on request.
    const details = within(card).getByText(textOf('receiptDetails'))
    const hash = within(card).getByText(fixtureCharge.id, { selector: 'code' })
    await expect(hash).not.toBeVisible()
    await userEvent.click(details)
    await expect(hash).toBeVisible()
    await expect(within(card).queryByText(fixturePreimage, { selector: 'code' }) !== null).toBe(hasPreimage)
    await userEvent.click(details)
    await presses('copyReceipt', 'copy', 'receipt')
    await presses('done', 'done')
  })
}

/** Somebody pastes a text that does not prove this payment; the error says what it is. */
async function provesNothing({ textOf, input }: Scene): Promise<void> {
  const field = input('proofLabel')
  await expect(field).not.toBeInvalid()
  await expect(field).toHaveAccessibleDescription(textOf('proofHint'))
  const cases = [
    [fixtureCharge.id, 'proofIsHash'],
    ['22'.repeat(32), 'proofOfOther'],
    [fixtureCharge.invoice, 'proofIsInvoice'],
    ['I have paid', 'proofUnreadable'],
  ] as const
  for (const [text, message] of cases) {
    await userEvent.clear(field)
    await expect(field).not.toBeInvalid()
    await userEvent.click(field)
    await userEvent.paste(text)
    await expect(field).toBeInvalid()
    await expect(field).toHaveAccessibleDescription(textOf(message))
  }
  // No error is shown while the person types.
  await userEvent.clear(field)
  await userEvent.type(field, 'ab')
  await expect(field).not.toBeInvalid()
  await userEvent.tab()
  await expect(field).toHaveAccessibleDescription(textOf('proofUnreadable'))
  await userEvent.clear(field)
}

/** The field is behind a button, which is replaced by the field with the focus. */
async function unfoldsProof({ button, input }: Scene): Promise<void> {
  await entersByKeyboard(button('proofAsk'))
  await expect(input('proofLabel')).toHaveFocus()
}

/** A wrong invoice: the requested value, the value in it, and two possible actions. */
function mismatch(key: Parameters<Scene['shows']>[0], values: (its: Scene) => Record<string, string>) {
  return scene(async (its) => {
    const { card, shows, presses, lacks } = its
    await shows('wrong')
    await shows(key, { domain, ...values(its) })
    await shows('nothingPaid')
    await expect(card.dataset.tone).toBe('bad')
    await expect(within(card).queryByRole('img')).toBeNull()
    await lacks('copyInvoice', 'openWallet')
    await presses('askAgain', 'renew')
    await presses('changeAddress', 'changeAddress')
  })
}

const mismatchOfAmount = mismatch('wrongAmount', ({ inSats }) => ({
  expected: inSats(2_100n),
  actual: inSats(9_000n),
}))

const locked = scene(async ({ card, presses, sats }) => {
  await expect(within(card).queryByRole('textbox')).toBeNull()
  await expect(within(card).getByText(address)).toBeVisible()
  await expect(within(card).getByText(sats(amount))).toBeVisible()
  await presses('pay', 'showInvoice')
})

const ready = scene(async ({ card, input, types, shows, presses, button, sats, inSats, args }) => {
  const field = input('amountLabel')
  const limits = { min: sats(10n), max: inSats(150_000n) }
  await shows('limits', limits)
  await types(field, '123456')
  await expect(field).toHaveValue(sats(123_456n))
  await types(field, '150001')
  await shows('amountTooLarge', limits)
  await expect(field).toBeInvalid()
  await types(field, '9')
  await shows('amountTooSmall', { min: inSats(10n) })
  await types(field, '21.5')
  await shows('amountNotWhole')
  await userEvent.clear(field)
  await userEvent.click(button('pay'))
  await shows('amountMissing')
  await expect(callsOf(args.onAction)).toEqual([])
  const preset = within(card).queryByRole('button', { name: sats(2_100n) })
  if (preset) await userEvent.click(preset)
  else await types(field, '2100')
  if (preset) await expect(preset).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue(sats(2_100n))
  await presses('pay', 'showInvoice')
})

const onAPhone = scene(async ({ card, textOf, button, shows, presses, lacks, inSats }) => {
  const here = within(card)
  const { invoice } = fixtureCharge
  const [first, second, third] = knownWallets
  await expect(here.queryByRole('img')).toBeNull()
  const linkOf = (wallet: typeof first) => here.queryByRole('link', { name: wallet?.name ?? '' })
  await expect(linkOf(first)).toHaveAttribute('href', `${first?.prefix}${invoice}`)
  await expect(linkOf(second)).toBeVisible()
  await expect(linkOf(third)).toBeNull()
  await entersByKeyboard(button('moreWallets'))
  for (const wallet of knownWallets) await expect(linkOf(wallet)).toBeVisible()
  await lacks('moreWallets')
  await entersByKeyboard(button('showQr'))
  const name = textOf('qrCode', { amount: inSats(2_100n), address })
  await expect(here.getByRole('img', { name })).toBeVisible()
  await entersByKeyboard(button('hideQr'))
  await expect(here.queryByRole('img')).toBeNull()
  await presses('copyInvoice', 'copy', 'invoice')
  await shows('waiting')
})

/** The assertions for each story of the pay widget's states, by the story's name. */
export const payScenes = {
  /** What is true of every state: of a story that has no more to show. */
  AnyState: scene(async () => {}),
  Idle: scene(async ({ card, input, button, args, lacks }) => {
    await expect(input('addressLabel')).toHaveValue('')
    await expect(input('amountLabel')).toHaveValue('')
    await lacks('noteLabel', 'testMode')
    await userEvent.type(input('addressLabel'), 'a')
    await expect(callsOf(args.onAction)).toEqual([['setText', 'a']])
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await expect(within(card).queryByRole('img')).toBeNull()
  }),
  Looking: lookedUp('looking', { domain }),
  LookingSlow: lookedUp('lookingSlow', { domain }),
  Offline: lookedUp('offline'),
  Invalid: refused('addressNotLightning', { address: 'bob@mail.example' }),
  NoSuchUser: refused('addressNoUser', { domain: 'getalby.com' }),
  InvalidShape: refused('addressShape'),
  InvalidWithSuggestion: scene(async ({ shows, presses, input }) => {
    const suggestion = 'bob@getalby.com'
    await shows('addressNotLightning', { address: 'bob@getably.com' })
    await expect(input('addressLabel')).toBeInvalid()
    await presses('didYouMean', 'setText', suggestion, { suggestion })
  }),
  NeedsPayerData: scene(async ({ card, textOf, button }) => {
    const alert = within(card).getAllByRole('status')[0]
    // The labels as part of a sentence.
    const alertText = alert?.textContent?.toLowerCase()
    for (const name of ['payerName', 'payerEmail'] as const)
      await expect(alertText).toContain(textOf(name).toLowerCase())
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  Unreachable: unreachable('noAnswer'),
  NoConnection: unreachable('noConnection'),
  ShopTrouble: unreachable('shopTrouble'),
  ServiceDown: unreachable('serviceDown'),
  LookUpLimited: scene(async ({ card, textOf, shows, button }) => {
    await shows('busy')
    await shows('retryIn', { seconds: 20 })
    await expect(within(card).queryByRole('button', { name: textOf('tryAgain') })).toBeNull()
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  Ready: ready,
  RequestingSlow: scene(async ({ presses, card, textOf }) => {
    await expect(within(card).getAllByRole('status').at(-1)).toHaveTextContent(textOf('requestSlow'))
    await presses('cancel', 'back')
  }),
  Requesting: scene(async ({ card, input, button, args, sats }) => {
    const asking = button('requesting')
    await expect(asking).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(asking)
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(input('amountLabel')).toHaveAttribute('readonly')
    await expect(input('noteLabel')).toHaveAttribute('readonly')
    const presets = within(card).getByRole('button', { name: sats(500n) })
    await expect(presets).toBeDisabled()
  }),
  FixedAmountAndAddress: locked,
  AddressFixesTheAmount: scene(async ({ card, shows, presses, sats, inSats, lacks }) => {
    await shows('amountFixed', { amount: inSats(amount) })
    await lacks('noteLabel')
    await expect(within(card).getByText(sats(amount), { exact: true })).toBeVisible()
    await presses('pay', 'showInvoice')
  }),
  AmountTooLarge: scene(async ({ input, shows, button, args, sats, inSats }) => {
    await expect(input('amountLabel')).toHaveValue(sats(9_000_000n))
    await expect(input('amountLabel')).toBeInvalid()
    await shows('amountTooLarge', { max: inSats(150_000n) })
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
  }),
  NoteTooLong: scene(async ({ input, shows, types, button, args, presses }) => {
    const note = input('noteLabel')
    await expect(note).toBeInvalid()
    await shows('noteCount', { used: 13, max: 10 })
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await types(note, 'Great')
    await expect(note).not.toBeInvalid()
    await shows('noteCount', { used: 5, max: 10 })
    await presses('pay', 'showInvoice')
    await types(note, 'Great stream!')
  }),
  LongDescription: scene(async ({ card, shows }) => {
    await shows('callsItself', { identifier: 'erin.of.the.long.name@elsewhere.example' })
    const more = within(card).getByText(/every Friday since 1987/)
    await expect(more).not.toBeVisible()
    await userEvent.click(card.querySelector('summary') as HTMLElement)
    await expect(more).toBeVisible()
    await userEvent.click(card.querySelector('summary') as HTMLElement)
  }),
  AsksForName: scene(async ({ textOf, input, shows, types, button, args, presses }) => {
    const name = input('payerName')
    await shows('payerGoesTo')
    await expect(name).toBeRequired()
    await expect(name).toHaveValue('')
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(name).toHaveAccessibleDescription(textOf('payerMissing'))
    await types(name, 'Zoë')
    await expect(name).not.toBeInvalid()
    await userEvent.click(button('payerTitle'))
    const email = input('payerEmail')
    await expect(email).toBeVisible()
    await expect(email).not.toBeRequired()
    await types(email, 'zoe@mail')
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(email).toHaveAccessibleDescription(textOf('payerMalformed'))
    await types(email, 'zoe@mail.example')
    await presses('pay', 'showInvoice')
  }),
  OffersToSayWho: scene(async ({ card, input, presses, button, shows, textOf }) => {
    // Optional fields are collapsed.
    await expect(button('payerTitle')).toHaveAttribute('aria-expanded', 'false')
    await expect(within(card).queryByLabelText(textOf('payerName'), { exact: false })).toBeNull()
    await presses('pay', 'showInvoice')
    await entersByKeyboard(button('payerTitle'))
    await shows('payerGoesTo')
    for (const label of ['payerName', 'payerEmail', 'payerAddress'] as const) {
      await expect(input(label)).toHaveValue('')
      await expect(input(label)).not.toBeRequired()
    }
    await presses('pay', 'showInvoice')
  }),
  TestMode: scene(async ({ shows, presses }) => {
    await shows('testMode')
    await presses('pay', 'showInvoice')
  }),
  Awaiting: awaiting,
  AwaitingOffline: withoutNews('waitingOffline'),
  AwaitingWithoutShop: withoutNews('waitingLost'),
  ConfirmingWithoutShop: scene(async ({ shows, headed }) => {
    await headed('confirmingWallet')
    await shows('waitingLost')
  }),
  Refused: scene(async ({ card, shows, lacks, presses }) => {
    await shows('serviceRefused')
    await shows('nothingPaid')
    await lacks('tryAgain')
    await expect(card).toHaveAttribute('data-code', 'COUNTRY_NOT_SUPPORTED')
    await presses('back', 'back')
  }),
  AwaitingInTestMode: scene(async (its) => {
    await its.shows('testMode')
    await holdsInvoice(its)
  }),
  AwaitingWithBrowserWallet: scene(async (its) => {
    await holdsInvoice(its)
    await its.presses('payInBrowserWallet', 'payWithBrowserWallet')
    await its.presses('copyInvoice', 'copy', 'invoice')
  }),
  AwaitingUnseen: scene(async (its) => {
    await holdsInvoice(its)
    await its.shows('waitingUnseen')
    await its.presses('iHavePaid', 'claimPaid')
  }),
  AwaitingWalletRefused: scene(async (its) => {
    await its.shows('walletRefused')
    await its.presses('payInBrowserWallet', 'payWithBrowserWallet')
  }),
  AwaitingCopied: scene(async (its) => {
    await expect(its.button('copied')).toBeVisible()
    await expect(within(its.card).getByRole('status')).toHaveTextContent(its.textOf('copied'))
    await its.presses('copied', 'copy', 'invoice')
  }),
  AwaitingCopyRefused: scene(async ({ shows, input }) => {
    await shows('copyFailed')
    const text = input('invoiceText')
    await expect(text).toHaveValue(fixtureCharge.invoice)
    text.focus()
    await expect(text.selectionEnd).toBe(fixtureCharge.invoice.length)
    text.blur()
  }),
  AwaitingOnAPhone: onAPhone,
  AwaitingOnAPhoneWithWallet: scene(async ({ card, presses, textOf }) => {
    await presses('payInBrowserWallet', 'payWithBrowserWallet')
    await expect(within(card).queryByRole('link', { name: textOf('payInWallet') })).toBeNull()
    await expect(within(card).getAllByRole('link')).toHaveLength(2)
  }),
  ConnectAWallet: scene(async ({ presses, shows }) => {
    await presses('connectWallet', 'connectWallet')
    await shows('noWallet')
  }),
  ConnectingAWallet: scene(async (its) => {
    await expect(its.button('connectingWallet')).toHaveAttribute('aria-busy', 'true')
    await holdsInvoice(its)
  }),
  ConnectingAWalletFailed: scene(async (its) => {
    await expect(within(its.card).getByRole('status')).toHaveTextContent(its.textOf('connectWalletFailed'))
    await its.presses('connectWallet', 'connectWallet')
    await holdsInvoice(its)
  }),
  WalletConnected: scene(async (its) => {
    await its.presses('payWithWallet', 'payWithConnectedWallet', undefined, { name: 'Alby Hub' })
    await its.presses('disconnectWallet', 'disconnectWallet')
    await its.lacks('connectWallet', 'noWallet')
    await holdsInvoice(its)
  }),
  ConnectedWalletOpens: scene(async ({ button }) => {
    await expect(button('payWithWallet', { name: 'Alby Hub' })).toHaveAttribute('aria-busy', 'true')
  }),
  WalletConnectedWithoutAName: scene(async ({ presses }) => {
    await presses('payWithConnectedWallet', 'payWithConnectedWallet')
  }),
  WalletConnectedOnAPhone: scene(async ({ card, button, shows }) => {
    await expect(button('payWithWallet', { name: 'Alby Hub' })).toBeVisible()
    await expect(within(card).queryByRole('img')).toBeNull()
    await shows('disconnectWallet')
  }),
  BuyBitcoin: scene(async ({ card, textOf, shows }) => {
    await shows('noWallet')
    await expect(within(card).getByRole('link', { name: textOf('buyBitcoin') })).toHaveAttribute(
      'href',
      '#buy',
    )
  }),
  Confirming: scene(async ({ headed, shows, presses }) => {
    await headed('confirmingWallet')
    await shows('confirmingWalletText')
    await presses('backToInvoice', 'reopen')
  }),
  PaymentArrived: scene(async ({ card, shows, presses, inSats }) => {
    await shows('arrived', { amount: inSats(500n), address: 'bob@wallet.example' })
    // The hint beside it does not change.
    await expect(within(card).getByRole('img')).toBeVisible()
    await presses('dismiss', 'dismiss', 'ab'.repeat(32))
  }),
  PaidTwice: scene(async ({ headed, shows, presses, inSats }) => {
    await headed('paid', { amount: inSats(amount) })
    await shows('arrivedAgain', { amount: inSats(amount), address })
    await presses('dismiss', 'dismiss', 'cd'.repeat(32))
  }),
  WalletUnclear: scene(async (its) => {
    const { headed, shows, lacks, presses } = its
    await headed('unclear')
    await shows('unclearText')
    await lacks('walletRefused', 'nothingPaid')
    await presses('showInvoiceAgain', 'reopen')
    await unfoldsProof(its)
  }),
  WarnedBeforeAnother: scene(async ({ shows, inSats }) => {
    await shows('unclearNote', { amount: inSats(amount), address })
  }),
  OrderIsRead: scene(async ({ card, shows }) => {
    await shows('readingOrder')
    await expect(within(card).queryByRole('textbox')).toBeNull()
  }),
  OrderHasRunOut: scene(async ({ card, shows }) => {
    await shows('orderExpired')
    await shows('orderExpiredText')
    await expect(within(card).queryByRole('button')).toBeNull()
  }),
  OrderIsNotTheShops: scene(async ({ card, shows }) => {
    await shows('orderRefused')
    await shows('nothingPaid')
    await expect(within(card).queryByRole('button')).toBeNull()
  }),
  OrderCannotBeRead: scene(async ({ shows, presses }) => {
    await shows('noConnection')
    await presses('tryAgain', 'retryIntent')
  }),
  ConfirmingAfterExpiry: scene(async (its) => {
    const { card, headed, shows } = its
    await headed('confirmingExpiry')
    await shows('confirmingExpiryText')
    // The invoice has expired and is not shown any more.
    await expect(within(card).getAllByRole('button')).toHaveLength(1)
    await unfoldsProof(its)
  }),
  Paid: paid('paidProven', async ({ textOf, card }) => {
    await expect(within(card).getByText(textOf('value')).nextElementSibling).toHaveTextContent('2.04')
    await expect(within(card).getByText('Great stream!')).toBeVisible()
  }),
  PaidOnProvidersWord: paid('paidOnProvidersWord'),
  PaidOnShopsWord: paid('paidOnShopsWord'),
  PaidLate: paid('paidProven', ({ shows }) => shows('paidLate')),
  PaidAtAnUnknownTime: paid('paidOnShopsWord', ({ shows }) => shows('timeLearnt')),
  PaidAndTheShopNotTold: paid('paidProven', ({ shows }) => shows('proofRefused')),
  PaidAndSharable: paid('paidProven', ({ presses }) => presses('shareReceipt', 'share')),
  PaidAndCopyRefused: paid('paidProven', async ({ input }) => {
    const { value } = input('receipt')
    for (const part of [address, 'Great stream!', fixtureCharge.id, fixturePreimage])
      await expect(value).toContain(part)
  }),
  PaidWithAMessage: paid('paidProven', async ({ card }) => {
    await expect(within(card).getByText('Thank you, that made our day!')).toBeVisible()
    await expect(within(card).getByText(domain)).toBeVisible()
  }),
  PaidWithASealedCode: paid('paidProven', async ({ card }) => {
    await expect(within(card).getByText('The code of your door: 4711')).toBeVisible()
  }),
  PaidWithALinkElsewhere: paid('paidProven', async ({ card, textOf }) => {
    const link = within(card).getByRole('link', { name: 'Your order' })
    await expect(link).toHaveAttribute('href', 'https://orders.example/7')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(
      within(card).getByText(textOf('linkElsewhere', { host: 'orders.example', domain })),
    ).toBeVisible()
  }),
  Expired: scene(async (its) => {
    const { card, headed, shows, presses, inSats } = its
    await headed('expired')
    await shows('order', { amount: inSats(amount), address })
    await shows('expiredNote')
    await expect(within(card).queryByRole('img')).toBeNull()
    await presses('newInvoice', 'renew')
    await unfoldsProof(its)
    await provesNothing(its)
  }),
  Unconfirmed: scene(async (its) => {
    const { card, headed, shows, presses, inSats } = its
    await headed('unconfirmed')
    await expect(card.dataset.tone).toBe('warn')
    await shows('order', { amount: inSats(amount), address })
    await shows('unconfirmedText')
    await provesNothing(its)
    await expect(within(card).getByText(fixtureCharge.id)).toBeVisible()
    await presses('copyHash', 'copy', 'payment_hash')
    await presses('showQr', 'reopen')
    await presses('done', 'done')
  }),
  UnconfirmedForGood: scene(async ({ presses, lacks }) => {
    await lacks('showQr')
    await presses('newInvoice', 'renew')
  }),
  UnconfirmedProofOfAnotherPayment: scene(async ({ shows }) => {
    await shows('proofOfOther')
  }),
  UnconfirmedHashAsProof: scene(async ({ shows }) => {
    await shows('proofIsHash')
  }),
  Mismatch: mismatchOfAmount,
  MismatchOfRecipient: mismatch('wrongRecipient', () => ({
    expected: address,
    actual: 'mallory@wallet.example',
  })),
  MismatchOfNetwork: mismatch('wrongNetwork', () => ({ expected: 'mainnet', actual: 'regtest' })),
  MismatchOfTime: mismatch('wrongTime', () => ({})),
  MismatchUnreadable: mismatch('wrongInvoice', () => ({})),
  MismatchWithLockedAddress: scene(async ({ shows, lacks, presses }) => {
    await shows('wrong')
    await lacks('changeAddress')
    await presses('askAgain', 'renew')
  }),
  Failed: scene(async ({ card, shows, button, presses, args }) => {
    await shows('busy')
    await shows('nothingPaid')
    await shows('inputKept')
    // Not before the time that the server has named.
    const again = within(card).getByRole('button', { name: /\d/ })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(again)
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(button('back')).toBeVisible()
    await presses('back', 'back')
  }),
  FailedForGood: scene(async ({ card, shows, presses }) => {
    await shows('notConfigured')
    await expect(within(card).getAllByRole('button')).toHaveLength(1)
    await presses('back', 'back')
  }),
  LockedAddressNotFound: scene(async ({ card, textOf, button }) => {
    const values = { address: 'bob@mail.example' }
    await expect(within(card).getAllByRole('status')[0]).toHaveTextContent(
      textOf('addressNotLightning', values),
    )
    await expect(within(card).queryByRole('textbox', { name: textOf('addressLabel') })).toBeNull()
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  LockedAddressLooking: scene(async ({ shows, button }) => {
    await shows('looking', { domain })
    await expect(button('pay')).not.toHaveAttribute('aria-disabled')
  }),
  LockedAddressUnreachable: unreachable('noAnswer'),
  AwaitingWide: scene(async (its) => {
    await holdsInvoice(its)
    // Side by side, because a landscape game has no room below.
    const code = its.card.querySelector('.ly-qr')?.getBoundingClientRect()
    const side = its.card.querySelector('.ly-side')?.getBoundingClientRect()
    if (!code || !side) throw new Error('The code or the column beside it is missing.')
    await expect(side.right <= code.left || code.right <= side.left).toBe(true)
  }),
}
