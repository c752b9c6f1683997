import { LeydenError } from '@leyden/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setNetwork } from '../test-support/set-network.js'
import { createFakeClient, type FakeClientOptions } from '../testing/fake-client.js'
import type { AddressLookup } from './address-lookup.js'
import { LightningAddressField } from './lightning-address-field.js'

afterEach(() => setNetwork(true))

function renderField(server: FakeClientOptions = {}, client = createFakeClient(server)) {
  const lookups: AddressLookup[] = []
  const view = render(
    <StrictMode>
      <LightningAddressField client={client} onLookup={(lookup) => lookups.push(lookup)} />
    </StrictMode>,
  )
  // The field is found by its role, because Preact numbers ids in each root, and two roots in one document then have the
  // same ids.
  const field = within(view.container).getByRole<HTMLInputElement>('textbox')
  return { client, field, lookups, unmount: view.unmount }
}

const enterText = (field: HTMLInputElement, text: string) =>
  fireEvent.change(field, { target: { value: text } })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a Lightning Address that is typed', () => {
  describe('letter by letter', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
    const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const typeKey = (field: HTMLInputElement, text: string) =>
      fireEvent.input(field, { target: { value: text }, inputType: 'insertText' })
    async function typeSlowly(field: HTMLInputElement, address: string, gapMs: number) {
      field.focus()
      for (let end = 1; end <= address.length; end++) {
        typeKey(field, address.slice(0, end))
        await advanceTime(0)
        expect(document.querySelector('[data-tone="bad"]')).toBeNull()
        if (end < address.length) await advanceTime(gapMs)
      }
    }
    it.each([
      ['a thumb', 420],
      ['ten fingers', 60],
    ])('makes one look-up 600 ms after the last key, typed at the speed of %s', async (_, gapMs) => {
      const { client, field } = renderField()
      await typeSlowly(field, 'alice@wallet.example', gapMs)
      await advanceTime(590)
      expect(client.lookedUp).toEqual([])
      await advanceTime(20)
      expect(client.lookedUp).toEqual(['alice@wallet.example'])
      await advanceTime(10)
      expect(screen.getByText('Tips for Alice')).toBeVisible()
    })

    it.each([
      ['nobody@wallet.example', 'wallet.example'],
      ['a b@wallet.example', 'contains a space'],
    ])(
      'shows an error for %s once the text has not changed for 1.5 s, and not before',
      async (address, words) => {
        const { field } = renderField({ addresses: {} })
        await typeSlowly(field, address, 420)
        await advanceTime(1_450)
        expect(field).not.toBeInvalid()
        expect(document.querySelector('[data-tone="bad"]')).toBeNull()
        await advanceTime(100)
        expect(field).toBeInvalid()
        expect(screen.getByRole('status')).toHaveTextContent(words)
        typeKey(field, `${address}x`)
        expect(field).not.toBeInvalid()
      },
    )

    it.each<[string, (field: HTMLInputElement) => void]>([
      ['no longer focused', (field) => fireEvent.blur(field)],
      [
        'entered',
        (field) => field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertLineBreak' })),
      ],
      ['entered in WebKit', (field) => fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })],
      [
        'pasted',
        (field) => {
          typeKey(field, '')
          fireEvent.input(field, { target: { value: 'nobody@wallet.example' }, inputType: 'insertFromPaste' })
        },
      ],
    ])('looks an address up at once when it is %s, and shows an error at once', async (_, finish) => {
      const { client, field } = renderField({ addresses: {} })
      await typeSlowly(field, 'nobody@wallet.example', 60)
      await act(async () => finish(field))
      await advanceTime(20)
      expect(client.lookedUp).toEqual(['nobody@wallet.example'])
      expect(field).toBeInvalid()
    })
  })

  describe('that is pasted', () => {
    const paste = (field: HTMLInputElement, value: string) =>
      fireEvent.input(field, { target: { value }, inputType: 'insertFromPaste' })
    const data = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

    it.each([
      '⚡Alice@Wallet.Example',
      'mailto:alice@wallet.example',
      'Alice <alice@wallet.example>',
      'alice @wallet.example',
      'https://wallet.example/.well-known/lnurlp/alice',
      'lnurlp:wallet.example/.well-known/lnurlp/alice',
      'lnurl1dp68gurn8ghj7ampd3kx2apwv4uxzmtsd3jj7tnhv4kxctttdehhwm30d3h82unvwqhkzmrfvdjskx890f',
    ])('is found in %j, and shown in its canonical form', async (text) => {
      const { field } = renderField()
      paste(field, text)
      expect(await screen.findByText('Tips for Alice')).toBeVisible()
      expect(field).toHaveValue('alice@wallet.example')
    })

    it.each([
      [`lnbc21u1${data}`, 'This is an invoice for a single payment.'],
      [`lnurl1${data}`, 'This is an LNURL.'],
      [`bc1q${data}`, 'This is an on-chain bitcoin address.'],
      // Of another request: https://wallet.example/lnurl/pay?id=7
      ['lnurl1dp68gurn8ghj7ampd3kx2apwv4uxzmtsd3jj7mrww4exctmsv9un76ty85msx59a4n', 'This is an LNURL.'],
      [`lno1${data}`, 'This is a BOLT 12 offer.'],
      [`bitcoin:?lno=lno1${data}`, 'This is a BOLT 12 offer.'],
      [`bitcoin:bc1q${data}?req-pop=1`, 'This is an on-chain bitcoin address.'],
      [`sp1q${data}${data}`, 'This is a silent payment address.'],
      [
        'alice.user._bitcoin-payment.wallet.example',
        'This is the DNS name of a bitcoin payment address (BIP 353).',
      ],
      [`npub1${data}`, 'This is a Nostr key.'],
      ['https://wallet.example/@alice', 'This is a link to a web page.'],
    ])('is no address: the message names %s at once, and says what to enter', (text, sentence) => {
      const { field } = renderField()
      paste(field, text)
      expect(screen.getByText(`${sentence} Enter a Lightning Address: name@domain.`)).toBeVisible()
      expect(field).toBeInvalid()
    })

    it.each([
      ['of Nostr', `nsec1${data}`],
      ['of Bitcoin', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
      ['that is encrypted (BIP 38)', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
      ['in words', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ])('is a secret %s: it is removed from the field, and neither sent nor reported', (_, secret) => {
      const lookups: AddressLookup[] = []
      const client = createFakeClient()
      render(<LightningAddressField client={client} onLookup={(lookup) => lookups.push(lookup)} />)
      const field = screen.getByRole('textbox')
      paste(field as HTMLInputElement, secret)
      expect(screen.getByText(/^This is a secret key or a recovery phrase, so we removed it\./)).toBeVisible()
      expect(field).toHaveValue('')
      expect(JSON.stringify([lookups, client.lookedUp])).not.toContain(secret.slice(0, 12))
      expect(document.body.innerHTML).not.toContain(secret.slice(0, 12))
    })

    it('has an amount: the address is taken, and the amount named as not used', async () => {
      const { client, field } = renderField()
      paste(field, 'alice@wallet.example?amount=1000')
      expect(await screen.findByText('Tips for Alice')).toBeVisible()
      expect(field).toHaveValue('alice@wallet.example')
      expect(client.lookedUp).toEqual(['alice@wallet.example'])
      const sentence = 'The amount 1000 was not used, because its unit is unclear.'
      expect(screen.getByText(sentence)).toBeVisible()
      paste(field, 'bob@wallet.example')
      expect(await screen.findByText('Tips for Bob')).toBeVisible()
      expect(screen.queryByText(sentence)).toBeNull()
    })
  })

  it('looks nothing up while the domain is half typed', async () => {
    const { client, field } = renderField()
    for (const unfinishedAddress of ['alice', 'alice@', 'alice@wallet', 'alice@wallet.', 'alice@wallet.e']) {
      enterText(field, unfinishedAddress)
      await pause(320)
    }
    expect(client.lookedUp).toEqual([])
  })

  it('ignores a slow answer to an earlier text', async () => {
    const client = createFakeClient()
    const onLookUp = vi.fn()
    let releaseAnswer = () => {}
    const answerReleased = new Promise<void>((resolve) => {
      releaseAnswer = resolve
    })
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (!address.startsWith('slow')) return lookUp(address, options)
      onLookUp()
      await answerReleased
      // Without the signal, the answer arrives although its request was cancelled.
      return lookUp(address)
    }
    const { field, lookups } = renderField({}, client)
    enterText(field, 'slow@wallet.example')
    await waitFor(() => expect(onLookUp).toHaveBeenCalled())
    enterText(field, 'quick@wallet.example')
    await screen.findByText('Tips for Quick')
    releaseAnswer()
    await waitFor(() => expect(client.lookedUp).toContain('slow@wallet.example'))
    await pause(100)
    expect(screen.getByText('Tips for Quick')).toBeVisible()
    expect(lookups.filter(({ status }) => status === 'found')).toHaveLength(1)
  })

  it('sends one request for an address that two widgets show in different spellings', async () => {
    const client = createFakeClient({ delayMs: 50 })
    const first = renderField({}, client)
    const second = renderField({}, client)
    enterText(first.field, 'alice@wallet.example')
    enterText(second.field, ' Lightning:ALICE@Wallet.Example ')
    await waitFor(() => expect(screen.getAllByText('Tips for Alice')).toHaveLength(2))
    expect(client.lookedUp).toEqual(['alice@wallet.example'])
  })

  it('answers from the cache at once', async () => {
    const { client, field } = renderField()
    enterText(field, 'alice@wallet.example')
    await screen.findByText('Tips for Alice')
    fireEvent.input(field, { target: { value: 'alice@wallet.exampl' }, inputType: 'deleteContentBackward' })
    enterText(field, 'alice@wallet.example')
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    expect(client.lookedUp).toHaveLength(1)
  })

  it.each([
    ['bob', 'A Lightning Address looks like an e-mail address: name@domain.'],
    ['a b@wallet.example', 'The address contains a space or an invisible character.'],
    ['bob@wallet@example', 'A Lightning Address looks like an e-mail address: name@domain.'],
    ['bøb@wallet.example', 'Before the @, only lowercase letters, digits and . _ - + are allowed.'],
    ['bob@wallet_one.example', 'wallet_one.example is not a domain name.'],
    ['bob@127.0.0.1', '127.0.0.1 is not a domain name.'],
    ['bob@router.local', 'router.local cannot be reached from the internet.'],
    [`bob@${'a2'.repeat(28)}.onion`, 'Tor addresses cannot be paid from here.'],
  ])('has a specific message for %s', async (text, words) => {
    const { client, field } = renderField()
    enterText(field, text)
    fireEvent.blur(field)
    expect(await screen.findByText(words)).toBeVisible()
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(client.lookedUp).toEqual([])
  })

  it('shows no error while somebody types', async () => {
    const { field } = renderField()
    await userEvent.type(field, 'bob')
    await pause(400)
    expect(screen.getByRole('status')).toHaveTextContent('')
    await userEvent.tab()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('looks like an e-mail address'))
  })

  it('suggests the ASCII form of a domain in another script, and enters it on a click', async () => {
    const { client, field } = renderField()
    enterText(field, 'bob@bücher.example')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Did you mean bob@xn--bcher-kva.example?' }),
    )
    await waitFor(() => expect(client.lookedUp).toEqual(['bob@xn--bcher-kva.example']))
  })

  it('suggests a well-known domain for a misspelt one only if the address does not exist', async () => {
    const { field } = renderField({ addresses: { 'bob@getalby.com': {} } })
    enterText(field, 'bob@getably.com')
    await userEvent.click(await screen.findByRole('button', { name: 'Did you mean bob@getalby.com?' }))
    expect(await screen.findByText('Tips for Bob')).toBeVisible()
    expect(field).toHaveValue('bob@getalby.com')
  })

  it('names the user as the problem only if the server says so, however well known its domain is', async () => {
    const { field } = renderField({ addresses: { 'nobody@getalby.com': 'not_lightning_address' } })
    enterText(field, 'nobody@getalby.com')
    expect(await screen.findByText(/^nobody@getalby\.com does not accept Lightning payments/)).toBeVisible()
  })

  it('names the user as the problem if the server reports that, and suggests no other domain', async () => {
    const { field } = renderField({ addresses: { 'nobody@getably.com': 'no_such_user' } })
    enterText(field, 'nobody@getably.com')
    expect(await screen.findByText('getably.com has no user with this name.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull()
  })

  it('names test addresses if the sandbox does not know the address, and suggests no other domain', async () => {
    const { field } = renderField({ addresses: { 'me@getably.com': 'not_in_sandbox' } })
    enterText(field, 'me@getably.com')
    const words = 'Test mode works with test addresses only, such as alice@wallet.example.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull()
  })

  it('reports that a domain is slow, and keeps waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { field } = renderField({ delayMs: 8_000 })
    enterText(field, 'alice@wallet.example')
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(screen.getByText('Looking up wallet.example…')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(
      screen.getByText('Still looking up wallet.example. This is taking longer than usual.'),
    ).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
  })

  it('distinguishes a failed look-up from a wrong address, and retries on request', async () => {
    let isFailing = true
    const client = createFakeClient()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (isFailing) throw new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.')
      return lookUp(address, options)
    }
    const { field } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    expect(field).not.toHaveAttribute('aria-invalid')
    // At once: soon the field would look the address up by itself, and the button would be gone.
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isFailing = false
    fireEvent.click(retry)
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(field).toHaveValue('alice@wallet.example')
  })

  it('retries automatically after a failure, with growing delays', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { client, field } = renderField()
    const requestSeconds: number[] = []
    const startMs = Date.now()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      requestSeconds.push(Math.round((Date.now() - startMs) / 1_000))
      if (requestSeconds.length > 4) return lookUp(address, options)
      throw new LeydenError('NETWORK', 'The server could not be reached.')
    }
    enterText(field, 'alice@wallet.example')
    for (let second = 0; second < 40; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('This site is not responding.')).toBeVisible()
    expect(requestSeconds).toEqual([0, 5, 15, 35])
    await act(() => vi.advanceTimersByTimeAsync(40_000))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(requestSeconds).toHaveLength(5)
  })

  it('counts down after a rate limit, and retries automatically', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { client, field } = renderField()
    let lookUps = 0
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (++lookUps > 1) return lookUp(address, options)
      throw new LeydenError('RATE_LIMITED', 'Too many requests.', { status: 429, retryAfterMs: 3_000 })
    }
    enterText(field, 'alice@wallet.example')
    await act(() => vi.advanceTimersByTimeAsync(20))
    expect(screen.getByRole('status')).toHaveTextContent('Too many tries. Wait a moment.')
    expect(screen.getByRole('timer')).toHaveTextContent('Trying again in 3 seconds.')
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    expect(screen.getByRole('timer')).toHaveTextContent('Trying again in 2 seconds.')
    // Screen readers do not read the countdown.
    expect(screen.getByRole('status')).toHaveTextContent(/^Too many tries. Wait a moment\.$/)
    expect(lookUps).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    expect(lookUps).toBe(2)
  })

  it('does not retry automatically after a refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const client = createFakeClient()
    const lookUp = vi.fn(async () => {
      throw new LeydenError('REFUSED', 'No.', { status: 502, party: 'recipient' })
    })
    client.validateLightningAddress = lookUp
    const { field } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    await act(() => vi.advanceTimersByTimeAsync(300_000))
    expect(screen.getByRole('status')).toHaveTextContent(
      'The provider of alice@wallet.example refused this payment.',
    )
    expect(screen.queryByRole('button')).toBeNull()
    expect(lookUp).toHaveBeenCalledTimes(1)
  })

  it('can be cancelled when it hangs, and retried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let aborted = 0
    const client = createFakeClient({ delayMs: 8_000 })
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = (address, options) => {
      options?.signal?.addEventListener('abort', () => aborted++)
      return lookUp(address, options)
    }
    const { field } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    cancel.focus()
    fireEvent.click(cancel)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect([screen.getByRole('status').textContent, aborted]).toEqual(['Cancelled.', 1])
    const retryButton = screen.getByRole('button', { name: 'Try again' })
    expect(retryButton).toHaveFocus()
    fireEvent.click(retryButton)
    await act(() => vi.advanceTimersByTimeAsync(8_100))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
  })

  it('warns the developer of a missing BFF, once for each request', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const client = createFakeClient()
    const lookUp = vi.fn(async () => {
      throw new LeydenError('NOT_FOUND', 'The server answered 404.', { status: 404 })
    })
    client.validateLightningAddress = lookUp
    const { field } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(lookUp.mock.calls.length))
    expect(warn).toHaveBeenCalledWith(
      `Leyden asked the BFF at bffUrl "${client.baseUrl}" and got NOT_FOUND, status 404: The server answered 404. Correct bffUrl: the BFF has nothing at this path. See docs/errors.md#not_found`,
    )
    warn.mockRestore()
  })

  it('sends the request although the browser reports no network, as for a BFF on the same device', async () => {
    const { client, field, lookups } = renderField()
    setNetwork(false)
    enterText(field, 'alice@wallet.example')
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(client.lookedUp).toEqual(['alice@wallet.example'])
    expect(lookups.filter((lookup) => lookup.status === 'looking' && lookup.offline)).toEqual([])
  })

  it('says nothing of a failure between the return of the network and the answer', async () => {
    const client = createFakeClient()
    const lookUp = client.validateLightningAddress
    let answer = () => {}
    client.validateLightningAddress = async (address, options) => {
      if (!navigator.onLine) throw new LeydenError('NETWORK', 'The request did not arrive.')
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return lookUp(address, options)
    }
    const { field, lookups } = renderField({}, client)
    setNetwork(false)
    enterText(field, 'alice@wallet.example')
    await screen.findByText('You are offline. We will check the address when you are back online.')
    act(() => setNetwork(true))
    expect(await screen.findByText('Looking up wallet.example…')).toBeVisible()
    await act(async () => answer())
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(lookups.map(({ status }) => status)).not.toContain('unreachable')
  })

  it('recovers automatically when the network failed during the request', async () => {
    const client = createFakeClient()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (!navigator.onLine) throw new LeydenError('NETWORK', 'The request did not arrive.')
      return lookUp(address, options)
    }
    setNetwork(false)
    // If a page is opened offline, the browser fires no event.
    const { field } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    expect(
      await screen.findByText('You are offline. We will check the address when you are back online.'),
    ).toBeVisible()
    await pause(400)
    setNetwork(true)
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
  })

  it('is told as offline although the policy of the page stops the question to its own server', async () => {
    const client = createFakeClient()
    client.validateLightningAddress = () => Promise.reject(new LeydenError('NETWORK', 'No network.'))
    const { field } = renderField({}, client)
    const [blockedURI = ''] = location.href.split('#')
    const violation = { effectiveDirective: 'connect-src', blockedURI } as SecurityPolicyViolationEventInit
    act(() => {
      setNetwork(false)
      document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', violation))
    })
    enterText(field, 'alice@wallet.example')
    expect(await screen.findByText(/^You are offline\./)).toBeVisible()
  })

  it.each([
    ['the page’s own server answers', () => setNetwork(false, true)],
    [
      'the policy of the page stops requests',
      () => {
        setNetwork(false)
        const violation = { effectiveDirective: 'connect-src' } as SecurityPolicyViolationEventInit
        document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', violation))
      },
    ],
  ])('is not told as offline, and can be tried again, if %s', async (_, setUp) => {
    const client = createFakeClient()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = () => Promise.reject(new LeydenError('NETWORK', 'It was blocked.'))
    const { field } = renderField({}, client)
    act(setUp)
    enterText(field, 'alice@wallet.example')
    expect(await screen.findByText('This site is not responding.')).toBeVisible()
    client.validateLightningAddress = lookUp
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
  })

  it('can be tried again while the device is offline', async () => {
    const client = createFakeClient()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = () => Promise.reject(new LeydenError('NETWORK', 'It did not arrive.'))
    const { field } = renderField({}, client)
    act(() => setNetwork(false))
    enterText(field, 'alice@wallet.example')
    await screen.findByText('You are offline. We will check the address when you are back online.')
    client.validateLightningAddress = lookUp
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
  })

  it('cancels a look-up when nothing needs its answer any more', async () => {
    let aborted = false
    const client = createFakeClient({ delayMs: 5_000 })
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = (address, options) => {
      options?.signal?.addEventListener('abort', () => {
        aborted = true
      })
      return lookUp(address, options)
    }
    const { field, unmount } = renderField({}, client)
    enterText(field, 'alice@wallet.example')
    await waitFor(() => expect(client.lookedUp).toHaveLength(1))
    unmount()
    await waitFor(() => expect(aborted).toBe(true))
  })

  it('is submitted with a form of the page under its name', () => {
    const { container } = render(
      <form>
        <LightningAddressField
          client={createFakeClient()}
          name="payout"
          defaultAddress="alice@wallet.example"
        />
      </form>,
    )
    const form = container.querySelector('form')
    expect(form && new FormData(form).get('payout')).toBe('alice@wallet.example')
  })
})

describe('the words of a recipient’s server', () => {
  const words =
    'Closed <a href="https://evil.example">until</a> \u202ehttps://evil.example\u202c\u0007 Monday'
  const shown = 'Closed <a href="https://evil.example">until</a> https://evil.example Monday'
  const refusal = {
    valid: false,
    reason: 'not_usable',
    detail: 'upstream_error',
    provider_message: words,
    provider_host: 'pay.provider.example',
  } as const
  const ourSentence = 'wallet.example does not accept payments to this address right now.'
  const failure = new LeydenError('SERVICE_UNAVAILABLE', 'x', {
    party: 'recipient',
    providerMessage: words,
    providerHost: 'pay.provider.example',
  })

  it.each([
    ['a refusal', refusal, ourSentence],
    ['a failure', failure, 'The provider of ana@wallet.example is having problems right now.'],
  ])(
    'are quoted below our sentence about %s, as plain text, with the host that said them',
    async (_, answer, sentence) => {
      const { field } = renderField({ addresses: { 'ana@wallet.example': answer } })
      enterText(field, 'ana@wallet.example')
      expect(await screen.findByText(sentence)).toBeVisible()
      const quote = screen.getByText(shown)
      expect(quote).toBeVisible()
      expect(quote.tagName).toBe('BDI')
      expect(quote.closest('q')?.parentElement).toHaveTextContent('pay.provider.example says:')
      // Neither announced nor active.
      expect(quote.closest('[role="status"], [aria-live], [role="alert"]')).toBeNull()
      expect(screen.getByRole('status')).toHaveTextContent(sentence)
      expect(screen.queryByRole('link')).toBeNull()
      const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')
      expect(about).toHaveTextContent(sentence)
      expect(about).not.toHaveTextContent('Monday')
      enterText(field, 'alice@wallet.exampl')
      expect(screen.queryByText(shown)).toBeNull()
    },
  )

  it('are attributed to the domain if the server of the page does not name the host', async () => {
    const { field } = renderField({
      addresses: { 'ana@wallet.example': { ...refusal, provider_host: undefined } },
    })
    enterText(field, 'ana@wallet.example')
    expect(await screen.findByText(/wallet\.example says:/)).toBeVisible()
  })

  it('are not shown if nothing is left of them', async () => {
    const { field } = renderField({
      addresses: { 'ana@wallet.example': { ...refusal, provider_message: ' \u202e\u200f\n' } },
    })
    enterText(field, 'ana@wallet.example')
    expect(await screen.findByText(ourSentence)).toBeVisible()
    expect(screen.queryByText(/says:/)).toBeNull()
  })
})
