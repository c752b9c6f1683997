import { expect, userEvent, waitFor, within } from 'storybook/test'
import { waitText } from '../foundation/page/countdown.js'
import { fixtureCharge, fixturePreimage } from '../pay/flow/fixtures.js'
import { knownWallets } from '../pay/wallets/known-wallets.js'
import { callsOf, expectQrCode, pressByKeyboard, type Scene, scene } from './pay-scene.js'

const address = 'alice@wallet.example'
const domain = 'wallet.example'
const amount = 2_100n

/** An address that cannot be paid: the error is beside the field, and no invoice can be requested. */
function refusedAddress(key: Parameters<Scene['expectText']>[0], values = {}) {
  return scene(async ({ card, patternOf, input, button, expectText }) => {
    await expectText(key, values)
    await expect(input('addressLabel')).toBeInvalid()
    await expect(input('addressLabel')).toHaveAccessibleDescription(
      expect.stringMatching(patternOf(key, values)),
    )
    await expect(within(card).getAllByRole('status')[0]).toHaveTextContent(patternOf(key, values))
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  })
}

/** An address whose look-up is not answered: the field shows the progress, and can be edited. */
function unansweredLookUp(key: Parameters<Scene['expectText']>[0], values = {}) {
  return scene(async ({ input, button, expectText, patternOf, replaceText, args }) => {
    await expectText(key, values)
    await expect(input('addressLabel')).not.toBeInvalid()
    await expect(input('addressLabel')).toHaveAccessibleDescription(
      expect.stringMatching(patternOf(key, values)),
    )
    await expect(input('addressLabel')).toHaveValue(address)
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await replaceText(input('amountLabel'), '777')
    await expect(input('amountLabel')).toHaveValue('777')
    await replaceText(input('amountLabel'), '2100')
    await expect(callsOf(args.onAction)).toEqual([])
  })
}

/** A failure that is not retried automatically, only by a press. */
function unreachableAddress(key: Parameters<Scene['expectText']>[0]) {
  return scene(async ({ expectText, expectPress, button }) => {
    await expectText(key, { address })
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await expectPress('tryAgain', 'retry')
  })
}

/** An invoice on a computer: QR code, copying, a link, and the back button. */
async function expectInvoice({
  card,
  textOf,
  inSats,
  expectHeading,
  expectPress,
  expectText,
}: Scene): Promise<void> {
  const { invoice } = fixtureCharge
  await expectHeading('amountTo', { amount: inSats(amount), address })
  await expectText('to', { address })
  await expectQrCode(card, textOf('qrCode', { amount: inSats(amount), address }))
  const link = within(card).getByRole('link', { name: textOf('openWallet') })
  await expect(link).toHaveAttribute('href', `lightning:${invoice}`)
  const timer = within(card).getByRole('timer')
  await expect(timer).toHaveTextContent('8:41')
  await expect(timer).toHaveAccessibleName(expect.stringContaining(textOf('timeLeft', { time: '8:41' })))
  // It is seen in the last minutes only.
  await expect(timer.offsetWidth).toBe(1)
  await expectPress('back', 'back')
}

/** An invoice is shown, with the reason why a payment would not be seen. */
function invoiceWithoutUpdates(key: Parameters<Scene['expectText']>[0]) {
  return scene(async (story) => {
    await expectInvoice(story)
    await story.expectText(key)
    await story.expectAbsent('waiting')
    await expect(within(story.card).getAllByRole('status').at(-1)).toHaveTextContent(story.textOf(key))
  })
}

/** A notice that 2,100 of 9,000 sats arrived, when, and what people can do. */
async function expectUnmatched(
  { card, sats, inSats, expectText, expectAbsent, textOf }: Scene,
  canPay = true,
): Promise<void> {
  await expectText('arrivedPart', { part: sats(amount), amount: inSats(9_000n) })
  await expect(within(card).getByText(inSats(amount))).toBeVisible()
  await expectText('arrivedAsk')
  if (canPay) await expectText('arrivedFull', { amount: inSats(9_000n) })
  else await expect(within(card).queryByText(textOf('arrivedFull', { amount: inSats(9_000n) }))).toBeNull()
  await expectAbsent('nothingPaid')
}

/** An invoice, with the checks that it has passed. */
function checked(key: Parameters<Scene['expectText']>[0], values = {}) {
  return scene(async (story) => {
    await expectInvoice(story)
    const text = within(story.card).getByText(story.patternOf(key, values))
    await expect(text).not.toBeVisible()
    await userEvent.click(within(story.card).getByText(story.textOf('receiptDetails')))
    await expect(text).toBeVisible()
  })
}

const awaiting = scene(async (story) => {
  await expectInvoice(story)
  await story.expectText('waiting')
  await story.expectPress('copyInvoice', 'copy', 'invoice')
})

/** A payment with its evidence and its receipt. */
function paid(
  evidence: Parameters<Scene['expectText']>[0],
  expectMore: (story: Scene) => Promise<void> = async () => {},
) {
  return scene(async (story) => {
    const { card, args, inSats, expectHeading, expectText, expectPress, textOf } = story
    const hasPreimage = args.state.status === 'paid' && args.state.preimage !== undefined
    await expectHeading('paid', { amount: inSats(amount) })
    await expect(card.dataset.tone).toBe('ok')
    await expectText('to', { address })
    await expectText(evidence, { domain })
    await expectMore(story)
    // Payment hash and preimage are long, and shown on request.
    const details = within(card).getByText(textOf('receiptDetails'))
    const hash = within(card).getByText(fixtureCharge.id, { selector: 'code' })
    await expect(hash).not.toBeVisible()
    const place = details.getBoundingClientRect().top
    await userEvent.click(details)
    await expect(hash).toBeVisible()
    // It opens where it stands.
    await expect(details.getBoundingClientRect().top).toBe(place)
    await expect(within(card).queryByText(fixturePreimage, { selector: 'code' }) !== null).toBe(hasPreimage)
    await userEvent.click(details)
    if (args.view?.canShare) await expectPress('shareReceipt', 'share')
    else await expectPress('copyReceipt', 'copy', 'receipt')
    await expectPress('done', 'done')
  })
}

/** Somebody pastes a text that does not prove this payment; the error says what it is. */
async function expectProofErrors({ textOf, input }: Scene): Promise<void> {
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
async function openProofField({ button, input }: Scene): Promise<void> {
  await pressByKeyboard(button('proofAsk'))
  await expect(input('proofLabel')).toHaveFocus()
}

/** A wrong invoice: the requested value, the value in it, and two possible actions. */
function mismatchScene(
  key: Parameters<Scene['expectText']>[0],
  values: (story: Scene) => Record<string, string>,
) {
  return scene(async (story) => {
    const { card, args, button, expectText, expectPress, expectAbsent } = story
    await expectText('wrong')
    await expectText(key, { domain, ...values(story) })
    await expectText('nothingPaid')
    await expect(card.dataset.tone).toBe('bad')
    await expect(within(card).queryByRole('img')).toBeNull()
    await expectAbsent('copyInvoice', 'openWallet')
    await expectPress('newInvoice', 'renew')
    await userEvent.click(button('changeAddress'))
    await expect(callsOf(args.onAction).slice(-2)).toEqual([['back'], ['setText', '']])
  })
}

const mismatchOfAmount = mismatchScene('wrongAmount', ({ inSats }) => ({
  expected: inSats(2_100n),
  actual: inSats(9_000n),
}))

const locked = scene(async ({ card, expectPress, sats }) => {
  await expect(within(card).queryByRole('textbox')).toBeNull()
  await expect(within(card).getByText(address)).toBeVisible()
  await expect(within(card).getByText(sats(amount))).toBeVisible()
  await expectPress('pay', 'showInvoice')
})

const ready = scene(
  async ({ card, input, replaceText, expectText, expectPress, button, sats, inSats, args }) => {
    const field = input('amountLabel')
    await replaceText(field, '123456')
    await expect(field).toHaveValue(sats(123_456n))
    // An error waits until the person leaves the field.
    await replaceText(field, '150001')
    await userEvent.tab()
    await expectText('amountTooLarge', { max: inSats(150_000n) })
    await expect(field).toBeInvalid()
    await replaceText(field, '9')
    await userEvent.tab()
    await expectText('amountTooSmall', { min: inSats(10n) })
    await replaceText(field, '21.5')
    await userEvent.tab()
    await expectText('amountNotWhole')
    await userEvent.clear(field)
    await userEvent.click(button('pay'))
    await expectText('amountMissing')
    await expect(callsOf(args.onAction)).toEqual([])
    const preset = within(card).queryByRole('button', { name: sats(2_100n) })
    if (preset) await userEvent.click(preset)
    else await replaceText(field, '2100')
    if (preset) await expect(preset).toHaveAttribute('aria-pressed', 'true')
    await expect(field).toHaveValue(sats(2_100n))
    await expectPress('pay', 'showInvoice')
  },
)

const onAPhone = scene(async ({ card, textOf, button, expectText, expectPress, expectAbsent, inSats }) => {
  const canvas = within(card)
  const { invoice } = fixtureCharge
  const [first, second, third] = knownWallets
  await expect(canvas.queryByRole('img')).toBeNull()
  await expect(canvas.getByRole('link')).toHaveAccessibleName(textOf('openWallet'))
  await expect(canvas.getByRole('link')).toHaveAttribute('href', `lightning:${invoice}`)
  await expectText('waiting')
  await pressByKeyboard(button('otherWays'))
  const linkOf = (wallet: typeof first) => canvas.queryByRole('link', { name: wallet?.name ?? '' })
  await expect(linkOf(first)).toHaveAttribute('href', `${first?.prefix}${invoice}`)
  await expect(linkOf(second)).toBeVisible()
  await expect(linkOf(third)).toBeNull()
  await expectPress('copyInvoice', 'copy', 'invoice')
  await pressByKeyboard(button('moreWallets'))
  for (const wallet of knownWallets) await expect(linkOf(wallet)).toBeVisible()
  await expectAbsent('moreWallets', 'copyInvoice', 'showQr')
  await pressByKeyboard(button('back'))
  await pressByKeyboard(button('showQr'))
  const name = textOf('qrCode', { amount: inSats(2_100n), address })
  await expect(canvas.getByRole('img', { name })).toBeVisible()
  await expectAbsent('moreWallets', 'copyInvoice', 'openWallet')
  await pressByKeyboard(button('back'))
  await pressByKeyboard(button('back'))
  await expect(canvas.getByRole('link')).toHaveAccessibleName(textOf('openWallet'))
})

/** The assertions for each story of the pay widget's states, by the story's name. */
export const payScenes = {
  /** Only the assertions for every state, for a story that has no others. */
  AnyState: scene(async () => {}),
  Idle: scene(async ({ card, input, button, args, expectAbsent }) => {
    await expect(input('addressLabel')).toHaveValue('')
    await expect(input('amountLabel')).toHaveValue('')
    await expectAbsent('noteLabel', 'testMode')
    await userEvent.type(input('addressLabel'), 'a')
    await expect(callsOf(args.onAction)).toEqual([['setText', 'a']])
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
    await expect(within(card).queryByRole('img')).toBeNull()
  }),
  Looking: unansweredLookUp('looking', { domain }),
  LookingSlow: unansweredLookUp('lookingSlow', { domain }),
  Offline: unansweredLookUp('offline'),
  Invalid: refusedAddress('addressNotLightning', { address: 'bob@mail.example' }),
  NoSuchUser: refusedAddress('addressNoUser', { domain: 'getalby.com' }),
  InvalidShape: refusedAddress('addressShape'),
  InvalidWithSuggestion: scene(async ({ expectText, expectPress, input }) => {
    const suggestion = 'bob@getalby.com'
    await expectText('addressNotLightning', { address: 'bob@getably.com' })
    await expect(input('addressLabel')).toBeInvalid()
    await expectPress('didYouMean', 'setText', suggestion, { suggestion })
  }),
  NeedsPayerData: scene(async ({ card, textOf, button }) => {
    const alert = within(card).getAllByRole('status')[0]
    // The labels are part of a sentence.
    const alertText = alert?.textContent?.toLowerCase()
    for (const name of ['payerName', 'payerEmail'] as const)
      await expect(alertText).toContain(textOf(name).toLowerCase())
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  Unreachable: unreachableAddress('noAnswer'),
  NoConnection: unreachableAddress('noConnection'),
  ShopTrouble: unreachableAddress('shopTrouble'),
  ServiceDown: unreachableAddress('serviceDown'),
  LookUpLimited: scene(async ({ card, textOf, expectText, button }) => {
    await expectText('busy')
    await expectText('retryIn', { time: waitText(20, 'en') })
    await expect(within(card).queryByRole('button', { name: textOf('tryAgain') })).toBeNull()
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  Ready: ready,
  RequestingSlow: scene(async ({ expectPress, card, textOf }) => {
    await expect(within(card).getAllByRole('status').at(-1)).toHaveTextContent(textOf('requestSlow'))
    await expectPress('cancel', 'back')
  }),
  Requesting: scene(async ({ card, input, button, args, sats }) => {
    const busyButton = button('requesting')
    await expect(busyButton).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(busyButton)
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(input('amountLabel')).toHaveAttribute('readonly')
    await expect(input('noteLabel')).toHaveAttribute('readonly')
    const presets = within(card).getByRole('button', { name: sats(500n) })
    await expect(presets).toBeDisabled()
  }),
  FixedAmountAndAddress: locked,
  AddressFixesTheAmount: scene(async ({ card, expectPress, sats, expectAbsent }) => {
    await expectAbsent('noteLabel')
    await expect(within(card).getByText(sats(amount), { exact: true })).toBeVisible()
    await expectPress('pay', 'showInvoice')
  }),
  AmountTooLarge: scene(async ({ input, expectText, button, args, sats, inSats }) => {
    await expect(input('amountLabel')).toHaveValue(sats(9_000_000n))
    await expect(input('amountLabel')).toBeInvalid()
    await expectText('amountTooLarge', { max: inSats(150_000n) })
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
  }),
  NoteTooLong: scene(async ({ input, expectText, replaceText, button, args, expectPress }) => {
    const note = input('noteLabel')
    await expect(note).toBeInvalid()
    await expectText('noteCount', { used: 13, max: 10 })
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await replaceText(note, 'Great')
    await expect(note).not.toBeInvalid()
    await expectText('noteCount', { used: 5, max: 10 })
    await expectPress('pay', 'showInvoice')
    await replaceText(note, 'Great stream!')
  }),
  LongDescription: scene(async ({ card, expectText }) => {
    await expectText('callsItself', { identifier: 'erin.of.the.long.name@elsewhere.example' })
    const fullText = within(card).getByText(/every Friday since 1987/)
    await expect(fullText).not.toBeVisible()
    await userEvent.click(card.querySelector('summary') as HTMLElement)
    await expect(fullText).toBeVisible()
    await userEvent.click(card.querySelector('summary') as HTMLElement)
  }),
  AsksForName: scene(async ({ textOf, input, expectText, replaceText, button, args, expectPress }) => {
    const name = input('payerName')
    await expectText('payerGoesTo')
    await expect(name).toBeRequired()
    await expect(name).toHaveValue('')
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(name).toHaveAccessibleDescription(textOf('payerMissing'))
    await replaceText(name, 'Zoë')
    await expect(name).not.toBeInvalid()
    await userEvent.click(button('payerTitle'))
    const email = input('payerEmail')
    await expect(email).toBeVisible()
    await expect(email).not.toBeRequired()
    await replaceText(email, 'zoe@mail')
    await userEvent.click(button('pay'))
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(email).toHaveAccessibleDescription(textOf('payerMalformed'))
    await replaceText(email, 'zoe@mail.example')
    await expectPress('pay', 'showInvoice')
  }),
  OffersToSayWho: scene(async ({ card, input, expectPress, button, expectText, textOf }) => {
    // Optional fields are collapsed.
    await expect(button('payerTitle')).toHaveAttribute('aria-expanded', 'false')
    await expect(within(card).queryByLabelText(textOf('payerName'), { exact: false })).toBeNull()
    await expectPress('pay', 'showInvoice')
    await pressByKeyboard(button('payerTitle'))
    await expectText('payerGoesTo')
    for (const label of ['payerName', 'payerEmail', 'payerAddress'] as const) {
      await expect(input(label)).toHaveValue('')
      await expect(input(label)).not.toBeRequired()
    }
    await expectPress('pay', 'showInvoice')
  }),
  TestMode: scene(async ({ expectText, expectPress }) => {
    await expectText('testMode')
    await expectPress('pay', 'showInvoice')
  }),
  Awaiting: awaiting,
  AwaitingOffline: invoiceWithoutUpdates('waitingOffline'),
  AwaitingWithoutShop: invoiceWithoutUpdates('waitingLost'),
  ConfirmingWithoutShop: scene(async ({ expectText, expectHeading }) => {
    await expectHeading('confirmingWallet')
    await expectText('waitingLost')
  }),
  Refused: scene(async ({ card, expectText, expectAbsent, expectPress }) => {
    await expectText('serviceRefused')
    await expectText('nothingPaid')
    await expectAbsent('tryAgain')
    await expect(card).toHaveAttribute('data-code', 'COUNTRY_NOT_SUPPORTED')
    await expectPress('back', 'back')
  }),
  AwaitingInTestMode: scene(async (story) => {
    await story.expectText('testMode')
    await expectInvoice(story)
  }),
  AwaitingMadeOut: checked('checkedDescription', { address }),
  AwaitingFromSource: checked('checkedSource', { domain }),
  AwaitingFullyChecked: checked('checkedSourceAndDescription', { address, domain }),
  AwaitingWithBrowserWallet: scene(async (story) => {
    await expectInvoice(story)
    await story.expectPress('payInBrowserWallet', 'payWithBrowserWallet')
    await story.expectPress('copyInvoice', 'copy', 'invoice')
  }),
  AwaitingUnseen: scene(async (story) => {
    await expectInvoice(story)
    await story.expectText('waitingUnseen')
    await story.expectPress('iHavePaid', 'claimPaid')
  }),
  AwaitingWalletRefused: scene(async (story) => {
    await story.expectText('walletRefused')
    await story.expectPress('payInBrowserWallet', 'payWithBrowserWallet')
  }),
  AwaitingCopied: scene(async (story) => {
    await expect(story.button('copied')).toBeVisible()
    await expect(within(story.card).getByRole('status')).toHaveTextContent(story.textOf('copied'))
    await story.expectPress('copied', 'copy', 'invoice')
  }),
  AwaitingCopyRefused: scene(async ({ expectText, input }) => {
    await expectText('copyFailed')
    const text = input('invoiceText')
    await expect(text).toHaveValue(fixtureCharge.invoice)
    text.focus()
    await expect(text.selectionEnd).toBe(fixtureCharge.invoice.length)
    text.blur()
  }),
  AwaitingOnAPhone: onAPhone,
  AwaitingOnAPhoneWithWallet: scene(async ({ card, button, expectPress, expectAbsent }) => {
    await expectPress('payInBrowserWallet', 'payWithBrowserWallet')
    await expect(within(card).queryByRole('link')).toBeNull()
    await pressByKeyboard(button('otherWays'))
    await expect(within(card).getAllByRole('link')).toHaveLength(2)
    await expectAbsent('payInBrowserWallet')
  }),
  ConnectAWallet: scene(async ({ expectPress, expectText }) => {
    await expectPress('connectWallet', 'connectWallet')
    await expectText('noWallet')
  }),
  ConnectAWalletOnAPhone: scene(async ({ button, expectPress, expectText }) => {
    await expectPress('connectWallet', 'connectWallet')
    await pressByKeyboard(button('otherWays'))
    await expectText('noWallet')
  }),
  ConnectingAWallet: scene(async (story) => {
    await expect(story.button('connectingWallet')).toHaveAttribute('aria-busy', 'true')
    await expectInvoice(story)
  }),
  ConnectingAWalletFailed: scene(async (story) => {
    await expect(within(story.card).getByRole('status')).toHaveTextContent(
      story.textOf('connectWalletFailed'),
    )
    await story.expectPress('connectWallet', 'connectWallet')
    await expectInvoice(story)
  }),
  WalletConnected: scene(async (story) => {
    await story.expectPress('payWithWallet', 'payWithConnectedWallet', undefined, { name: 'Alby Hub' })
    await story.expectPress('disconnectWallet', 'disconnectWallet')
    await story.expectAbsent('connectWallet', 'noWallet')
    await expectInvoice(story)
  }),
  ConnectedWalletOpens: scene(async ({ button }) => {
    await expect(button('payWithWallet', { name: 'Alby Hub' })).toHaveAttribute('aria-busy', 'true')
  }),
  WalletConnectedWithoutAName: scene(async ({ expectPress }) => {
    await expectPress('payWithConnectedWallet', 'payWithConnectedWallet')
  }),
  WalletConnectedOnAPhone: scene(async ({ card, button, expectText }) => {
    await expect(button('payWithWallet', { name: 'Alby Hub' })).toBeVisible()
    await expect(within(card).queryByRole('img')).toBeNull()
    await expectText('disconnectWallet')
  }),
  BuyBitcoin: scene(async ({ card, textOf, expectText }) => {
    await expectText('noWallet')
    await expect(within(card).getByRole('link', { name: textOf('buyBitcoin') })).toHaveAttribute(
      'href',
      '#buy',
    )
  }),
  Confirming: scene(async ({ expectHeading, expectText, expectPress }) => {
    await expectHeading('confirmingWallet')
    await expectText('confirmingWalletText')
    await expectPress('backToInvoice', 'reopen')
  }),
  PaymentArrived: scene(async ({ card, expectText, expectPress, inSats }) => {
    await expectText('arrived', { amount: inSats(500n), address: 'bob@wallet.example' })
    // The hint beside it does not change.
    await expect(within(card).getByRole('img')).toBeVisible()
    await expectPress('dismiss', 'dismiss', 'ab'.repeat(32))
  }),
  PaidTwice: scene(async ({ expectHeading, expectText, expectPress, inSats }) => {
    await expectHeading('paid', { amount: inSats(amount) })
    await expectText('arrivedAgain', { amount: inSats(amount), address })
    await expectPress('dismiss', 'dismiss', 'cd'.repeat(32))
  }),
  ArrivedInPart: scene(async (story) => {
    const { button, expectPress, textOf, sats, inSats } = story
    await expectUnmatched(story)
    // Nobody requests the full amount without having heard of the payment.
    const part = textOf('arrivedPart', { part: sats(amount), amount: inSats(9_000n) })
    for (const text of [part, textOf('arrivedAsk'), textOf('arrivedFull', { amount: inSats(9_000n) })])
      await expect(button('pay')).toHaveAccessibleDescription(expect.stringContaining(text))
    await expectPress('pay', 'showInvoice')
  }),
  ArrivedInPartBesideTheInvoice: scene(async (story) => {
    const { card, inSats, textOf } = story
    await expectUnmatched(story)
    await expectQrCode(card, textOf('qrCode', { amount: inSats(9_000n), address }))
  }),
  ArrivedInTwoParts: scene(async ({ card, sats, inSats, expectText }) => {
    await expectText('arrivedPart', { part: sats(2_600n), amount: inSats(9_000n) })
    for (const part of [2_100n, 500n]) await expect(within(card).getByText(inSats(part))).toBeVisible()
  }),
  ArrivedOtherwise: scene(async ({ expectText, expectPress, inSats }) => {
    await expectText('arrivedOther', { amount: inSats(9_000n) })
    await expectText('arrivedFull', { amount: inSats(amount) })
    await expectPress('pay', 'showInvoice')
  }),
  ArrivedInPartAndExpired: scene(async (story) => {
    await expectUnmatched(story)
    await expect(story.button('newInvoice')).toHaveAccessibleDescription(
      expect.stringContaining(story.textOf('arrivedAsk')),
    )
  }),
  PaidAfterAPart: scene(async ({ expectHeading, expectText, expectAbsent, inSats }) => {
    await expectHeading('paid', { amount: inSats(9_000n) })
    await expectText('arrivedToo', { amount: inSats(amount) })
    await expectText('arrivedRefund')
    await expectAbsent('arrivedAsk')
  }),
  OrderHasChanged: scene(async ({ button, expectText }) => {
    await expectText('orderChanged')
    await expectText('orderChangedText')
    await expect(button('reload')).toBeVisible()
  }),
  OrderWasPaidBeforeItChanged: scene(async ({ card, inSats, expectText, expectAbsent }) => {
    await expectText('orderPaid')
    await expectText('arrivedAsk')
    await expect(within(card).getByText(inSats(amount))).toBeVisible()
    await expectAbsent('nothingPaid')
    // There is nothing more to pay.
    await expect(within(card).getAllByRole('button')).toHaveLength(1)
  }),
  OrderHasRunOutAfterAPart: scene(async (story) => {
    await expectUnmatched(story, false)
    await story.expectText('orderExpired')
  }),
  WalletUnclear: scene(async (story) => {
    const { expectHeading, expectText, expectAbsent, expectPress } = story
    await expectHeading('unclear')
    await expectText('unclearText')
    await expectAbsent('walletRefused', 'nothingPaid')
    await expectPress('backToInvoice', 'reopen')
    await openProofField(story)
  }),
  WarnedBeforeAnother: scene(async ({ expectText, inSats }) => {
    await expectText('unclearNote', { amount: inSats(amount), address })
  }),
  InvoiceOffered: scene(async ({ card, input, inSats, expectText, expectPress }) => {
    await expectText('stillOpen', { amount: inSats(amount), address })
    // It takes no place in the form.
    await expect(input('addressLabel')).toHaveValue('')
    await expect(input('amountLabel')).toHaveValue('')
    await expect(within(card).queryByRole('img')).toBeNull()
    await expectPress('backToInvoice', 'showOpenInvoice', fixtureCharge.id)
  }),
  OrderIsRead: scene(async ({ card, expectText }) => {
    await expectText('readingOrder')
    await expect(within(card).queryByRole('textbox')).toBeNull()
  }),
  OrderHasRunOut: scene(async ({ button, expectText }) => {
    await expectText('orderExpired')
    await expectText('orderExpiredText')
    await expect(button('reload')).toBeVisible()
  }),
  OrderIsNotTheShops: scene(async ({ button, expectText, expectAbsent }) => {
    await expectText('orderRefused')
    await expectText('orderExpiredText')
    await expectAbsent('nothingPaid')
    await expect(button('reload')).toBeVisible()
  }),
  OrderCannotBeRead: scene(async ({ expectText, expectAbsent, expectPress }) => {
    await expectText('noConnection')
    await expectAbsent('nothingPaid')
    await expectPress('tryAgain', 'retryIntent')
  }),
  ConfirmingAfterExpiry: scene(async (story) => {
    const { card, expectHeading, expectText } = story
    await expectHeading('confirmingExpiry')
    await expectText('confirmingExpiryText')
    // The invoice has expired and is not shown any more.
    await expect(within(card).getAllByRole('button')).toHaveLength(1)
    await openProofField(story)
  }),
  UnreachableAfterExpiry: scene(async ({ card, expectHeading, expectText, expectPress, button, textOf }) => {
    await expectHeading('unreachable')
    await expect(within(card).getByText(/2026|26|٢٦/)).toBeVisible()
    await expectText('unconfirmedText')
    await expectPress('tryAgain', 'checkAgain')
    // Another invoice is offered only after a warning.
    await expect(within(card).queryByText(textOf('payTwice'))).toBeNull()
    await userEvent.click(button('newInvoice'))
    await expectText('payTwice')
    await expect(button('newInvoiceAnyway')).toHaveAccessibleDescription(textOf('payTwice'))
    await expectPress('newInvoiceAnyway', 'renew')
    await userEvent.click(button('newInvoice'))
    await expect(within(card).queryByText(textOf('payTwice'))).toBeNull()
  }),
  UnclearAfterExpiry: scene(async ({ card, expectHeading, expectText, expectPress, button, textOf }) => {
    await expectHeading('unclear')
    await expectText('unclearText')
    await expect(within(card).queryByRole('button', { name: textOf('backToInvoice') })).toBeNull()
    await userEvent.click(button('newInvoice'))
    await expectText('payTwice')
    await expectPress('newInvoiceAnyway', 'renew')
  }),
  Paid: paid('paidProven', async ({ card }) => {
    await expect(within(card).getByRole('heading')).toHaveTextContent('2.04')
    await expect(within(card).getByText('Great stream!')).toBeVisible()
  }),
  PaidOnProvidersWord: paid('paidOnProvidersWord'),
  PaidOnShopsWord: paid('paidOnShopsWord'),
  PaidKept: paid('paidKept', ({ expectAbsent }) => expectAbsent('paidOnShopsWord', 'paidProven')),
  PaidLate: paid('paidProven', ({ expectText }) => expectText('paidLate')),
  PaidAtAnUnknownTime: paid('paidOnShopsWord', ({ expectText }) => expectText('timeLearnt')),
  PaidAndTheShopNotTold: paid('paidProven', ({ expectText }) => expectText('proofRefused')),
  PaidAndSharable: paid('paidProven', ({ expectAbsent }) => expectAbsent('copyReceipt')),
  PaidWithAPicture: paid('paidProven', async ({ card }) => {
    const picture = card.querySelector<HTMLImageElement>('.ly-receipt img')
    await waitFor(() => expect(picture?.naturalWidth).toBe(16))
  }),
  PaidInTestMode: paid('paidProven', ({ expectText }) => expectText('testMode')),
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
  Expired: scene(async (story) => {
    const { card, expectHeading, expectText, expectPress, inSats } = story
    await expectHeading('expired')
    await expectText('amountTo', { amount: inSats(amount), address })
    await expectText('expiredNote')
    await expect(within(card).queryByRole('img')).toBeNull()
    await expectPress('newInvoice', 'renew')
    await openProofField(story)
    await expectProofErrors(story)
  }),
  ExpiredForGood: scene(async (story) => {
    await story.expectHeading('expired')
    await story.expectText('expiredOver')
    await story.expectAbsent('expiredNote')
    await openProofField(story)
  }),
  Unconfirmed: scene(async (story) => {
    const { card, textOf, expectHeading, expectText, expectPress, inSats } = story
    await expectHeading('unconfirmed')
    await expect(card.dataset.tone).toBe('warn')
    await expectText('amountTo', { amount: inSats(amount), address })
    await expectText('unconfirmedText')
    await expect(within(card).queryByRole('textbox')).toBeNull()
    await expectPress('backToInvoice', 'reopen')
    await expect(story.button('checkAgain')).toHaveAttribute('data-ly-look', 'main')
    await expectPress('checkAgain', 'checkAgain')
    await openProofField(story)
    await expectProofErrors(story)
    await userEvent.click(within(card).getByText(textOf('receiptDetails')))
    await expect(within(card).getByText(fixtureCharge.id)).toBeVisible()
    await expectPress('copyHash', 'copy', 'payment_hash')
  }),
  UnconfirmedForGood: scene(async ({ expectPress, expectAbsent }) => {
    await expectAbsent('backToInvoice')
    await expectPress('newInvoice', 'renew')
  }),
  Mismatch: mismatchOfAmount,
  MismatchOfRecipient: mismatchScene('wrongRecipient', () => ({
    expected: address,
    actual: 'mallory@wallet.example',
  })),
  MismatchOfNetwork: mismatchScene('wrongNetwork', () => ({ expected: 'mainnet', actual: 'regtest' })),
  MismatchOfTime: mismatchScene('wrongTime', () => ({})),
  MismatchUnreadable: mismatchScene('wrongInvoice', () => ({})),
  MismatchWithLockedAddress: scene(async ({ expectText, expectAbsent, expectPress }) => {
    await expectText('wrong')
    await expectAbsent('changeAddress')
    await expectPress('newInvoice', 'renew')
  }),
  Failed: scene(async ({ card, expectText, button, expectPress, args }) => {
    await expectText('busy')
    await expectText('nothingPaid')
    await expectText('inputKept')
    // A retry is not possible before the time that the server has set.
    const retryButton = within(card).getByRole('button', { name: /\d/ })
    await expect(retryButton).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(retryButton)
    await expect(callsOf(args.onAction)).toEqual([])
    await expect(button('back')).toBeVisible()
    await expectPress('back', 'back')
  }),
  FailedForGood: scene(async ({ card, expectText, expectPress }) => {
    await expectText('notConfigured')
    await expect(within(card).getAllByRole('button')).toHaveLength(1)
    await expectPress('back', 'back')
  }),
  NothingOpened: scene(async ({ card, textOf, button, inSats }) => {
    const canvas = within(card)
    await canvas.findByText(textOf('nothingOpened'))
    await expect(button('otherWays')).toHaveAttribute('data-ly-look', 'main')
    await pressByKeyboard(button('otherWays'))
    for (const { name } of knownWallets.slice(0, 2))
      await expect(canvas.getByRole('link', { name })).toBeVisible()
    await expect(button('copyInvoice')).toBeVisible()
    await pressByKeyboard(button('showQr'))
    await expectQrCode(card, textOf('qrCode', { amount: inSats(amount), address }))
  }),
  LockedAddressNotFound: scene(async ({ card, textOf, button }) => {
    const values = { address: 'bob@mail.example' }
    await expect(within(card).getAllByRole('status')[0]).toHaveTextContent(
      textOf('addressNotLightning', values),
    )
    await expect(within(card).queryByRole('textbox', { name: textOf('addressLabel') })).toBeNull()
    await expect(button('pay')).toHaveAttribute('aria-disabled', 'true')
  }),
  LockedAddressLooking: scene(async ({ expectText, button }) => {
    await expectText('looking', { domain })
    await expect(button('pay')).not.toHaveAttribute('aria-disabled')
  }),
  LockedAddressUnreachable: unreachableAddress('noAnswer'),
  PaidWide: scene(async ({ card, expectHeading, inSats, button }) => {
    await expectHeading('paid', { amount: inSats(amount) })
    // A game in landscape format has no room for the buttons below.
    const result = card.querySelector('.ly-receipt')?.getBoundingClientRect()
    const press = button('copyReceipt').getBoundingClientRect()
    if (!result) throw new Error('There is no result.')
    await expect(press.left >= result.right || press.right <= result.left).toBe(true)
  }),
  AwaitingWide: scene(async (story) => {
    await expectInvoice(story)
    // The two are side by side, because a game in landscape format has no room below.
    const code = story.card.querySelector('.ly-qr')?.getBoundingClientRect()
    const side = story.card.querySelector('.ly-invoice > .ly-grow')?.getBoundingClientRect()
    if (!code || !side) throw new Error('The code or the column beside it is missing.')
    await expect(side.right <= code.left || code.right <= side.left).toBe(true)
  }),
}
