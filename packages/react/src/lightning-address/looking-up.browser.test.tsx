import { LeydenError } from '@leyden/core'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createFakeClient, type FakeClientOptions } from '../testing/fake-client.js'
import type { AddressLookup } from './address-lookup.js'
import { LightningAddressField } from './lightning-address-field.js'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  setOnline(true)
})

function setOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

function renderField(server: FakeClientOptions = {}, client = createFakeClient(server)) {
  const verdicts: AddressLookup[] = []
  const view = render(
    <StrictMode>
      <LightningAddressField client={client} onLookup={(lookup) => verdicts.push(lookup)} />
    </StrictMode>,
  )
  // Not by its label: Preact begins to number ids in each root, so a second root in one document has the same ones.
  const field = within(view.container).getByRole<HTMLInputElement>('textbox')
  return { client, field, verdicts, unmount: view.unmount }
}

const type = (field: HTMLInputElement, text: string) => fireEvent.change(field, { target: { value: text } })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a Lightning Address that is typed', () => {
  it('makes at most two look-ups for thirty quick characters, and shows the lookup soon after the last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { client, field } = renderField({ delayMs: 300 })
    const address = 'abcdefghijklmn@wallets.example'
    expect(address).toHaveLength(30)
    field.focus()
    for (let end = 1; end <= address.length; end++) {
      type(field, address.slice(0, end))
      await act(() => vi.advanceTimersByTimeAsync(20))
    }
    let sinceLastKeyMs = 20
    while (!screen.queryByText('Tips for Abcdefghijklmn') && sinceLastKeyMs < 5_000) {
      await act(() => vi.advanceTimersByTimeAsync(10))
      sinceLastKeyMs += 10
    }
    expect(sinceLastKeyMs).toBeLessThanOrEqual(600)
    expect(client.lookedUp.length).toBeLessThanOrEqual(2)
    expect(client.lookedUp.at(-1)).toBe(address)
  })

  it('looks nothing up while the domain is half typed', async () => {
    const { client, field } = renderField()
    for (const half of ['alice', 'alice@', 'alice@wallet', 'alice@wallet.', 'alice@wallet.e']) {
      type(field, half)
      await pause(320)
    }
    expect(client.lookedUp).toEqual([])
  })

  it('ignores a slow answer to an earlier text', async () => {
    const client = createFakeClient()
    const asked = vi.fn()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const look = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (!address.startsWith('slow')) return look(address, options)
      asked()
      await held
      // As an answer that arrived although its request was cancelled.
      return look(address)
    }
    const { field, verdicts } = renderField({}, client)
    type(field, 'slow@wallet.example')
    await waitFor(() => expect(asked).toHaveBeenCalled())
    type(field, 'quick@wallet.example')
    await screen.findByText('Tips for Quick')
    answer()
    await waitFor(() => expect(client.lookedUp).toContain('slow@wallet.example'))
    await pause(100)
    expect(screen.getByText('Tips for Quick')).toBeVisible()
    expect(verdicts.filter(({ status }) => status === 'found')).toHaveLength(1)
  })

  it('asks once for an address that two widgets show, however it is written', async () => {
    const client = createFakeClient({ delayMs: 50 })
    const first = renderField({}, client)
    const second = renderField({}, client)
    type(first.field, 'alice@wallet.example')
    type(second.field, ' Lightning:ALICE@Wallet.Example ')
    await waitFor(() => expect(screen.getAllByText('Tips for Alice')).toHaveLength(2))
    expect(client.lookedUp).toEqual(['alice@wallet.example'])
  })

  it('answers from the cache at once', async () => {
    const { client, field } = renderField()
    type(field, 'alice@wallet.example')
    await screen.findByText('Tips for Alice')
    type(field, 'alice@wallet.exampl')
    type(field, 'alice@wallet.example')
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    expect(client.lookedUp).toHaveLength(1)
  })

  it.each([
    ['bob', 'A Lightning Address looks like an e-mail address: name@domain.'],
    ['a b@wallet.example', 'There is a space or an invisible character in it.'],
    ['bob@wallet@example', 'A Lightning Address looks like an e-mail address: name@domain.'],
    ['bøb@wallet.example', 'The part before the @ may have small letters, digits and . _ - + only.'],
    ['bob@wallet_one.example', 'wallet_one.example is not a domain name.'],
    ['bob@127.0.0.1', '127.0.0.1 is not a domain name.'],
    ['bob@router.local', 'router.local cannot be reached from the internet.'],
    [`bob@${'a2'.repeat(28)}.onion`, 'Addresses of the Tor network cannot be paid from here.'],
  ])('has a message of its own for %s', async (text, words) => {
    const { client, field } = renderField()
    type(field, text)
    fireEvent.blur(field)
    expect(await screen.findByText(words)).toBeVisible()
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(client.lookedUp).toEqual([])
  })

  it('does not complain of what is still being typed', async () => {
    const { field } = renderField()
    await userEvent.type(field, 'bob')
    await pause(400)
    expect(screen.getByRole('status')).toHaveTextContent('')
    await userEvent.tab()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('looks like an e-mail address'))
  })

  it('offers the plain form of a domain in another script, and takes it with a click', async () => {
    const { client, field } = renderField()
    type(field, 'bob@bücher.example')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Did you mean bob@xn--bcher-kva.example?' }),
    )
    await waitFor(() => expect(client.lookedUp).toEqual(['bob@xn--bcher-kva.example']))
  })

  it('guesses at a misspelt well-known domain only when nobody lives there', async () => {
    const { field } = renderField({ addresses: { 'bob@getalby.com': {} } })
    type(field, 'bob@getably.com')
    await userEvent.click(await screen.findByRole('button', { name: 'Did you mean bob@getalby.com?' }))
    expect(await screen.findByText('Tips for Bob')).toBeVisible()
    expect(field).toHaveValue('bob@getalby.com')
  })

  it('blames the name, not the domain, if the domain is known for Lightning Addresses', async () => {
    const { field } = renderField({
      addresses: { 'nobody@getalby.com': 'not_found', 'bob@mail.example': 'not_found' },
    })
    type(field, 'nobody@getalby.com')
    expect(await screen.findByText('Nobody at getalby.com can be paid under this name.')).toBeVisible()
    type(field, 'bob@mail.example')
    expect(await screen.findByText(/mail\.example does not take Lightning payments/)).toBeVisible()
  })

  it('says that it is the name where that is known, and guesses at no other domain then', async () => {
    const { field } = renderField({ addresses: { 'nobody@getably.com': 'no_such_user' } })
    type(field, 'nobody@getably.com')
    expect(await screen.findByText('Nobody at getably.com can be paid under this name.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Did you mean/ })).toBeNull()
  })

  it('says that a domain is slow, and goes on looking', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { field } = renderField({ delayMs: 8_000 })
    type(field, 'alice@wallet.example')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(screen.getByText('Looking up wallet.example…')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText('wallet.example is slow to answer. Still looking…')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
  })

  it('distinguishes a failed look-up from a wrong address, and retries on request', async () => {
    let failing = true
    const client = createFakeClient()
    const look = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (failing) throw new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.')
      return look(address, options)
    }
    const { field } = renderField({}, client)
    type(field, 'alice@wallet.example')
    expect(await screen.findByText('The shop has a problem at the moment.')).toBeVisible()
    expect(field).not.toHaveAttribute('aria-invalid')
    failing = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(field).toHaveValue('alice@wallet.example')
  })

  it('warns the developer of a missing BFF, once for each request', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const client = createFakeClient()
    const look = vi.fn(async () => {
      throw new LeydenError('NOT_FOUND', 'The server answered 404.', { status: 404 })
    })
    client.validateLightningAddress = look
    const { field } = renderField({}, client)
    type(field, 'alice@wallet.example')
    expect(await screen.findByText('The shop has a problem at the moment.')).toBeVisible()
    expect(warned).toHaveBeenCalledTimes(look.mock.calls.length)
    expect(warned).toHaveBeenCalledWith(
      `Leyden asked the BFF at bffUrl "${client.baseUrl}" and got NOT_FOUND, status 404: The server answered 404. Correct bffUrl: the BFF has nothing at this path.`,
    )
    warned.mockRestore()
  })

  it('waits for the network and looks up as soon as it is back', async () => {
    const { client, field } = renderField()
    setOnline(false)
    type(field, 'alice@wallet.example')
    expect(await screen.findByText('You are offline. We look it up as soon as you are back.')).toBeVisible()
    expect(client.lookedUp).toEqual([])
    setOnline(true)
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
  })

  it('recovers by itself when the network failed in the middle', async () => {
    const client = createFakeClient()
    const look = client.validateLightningAddress
    client.validateLightningAddress = async (address, options) => {
      if (!navigator.onLine) throw new LeydenError('NETWORK', 'The request did not arrive.')
      return look(address, options)
    }
    // A page that was opened offline: the browser fires no event then.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { field } = renderField({}, client)
    type(field, 'alice@wallet.example')
    expect(await screen.findByText('You are offline. We look it up as soon as you are back.')).toBeVisible()
    await pause(400)
    setOnline(true)
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
  })

  it('cancels a look-up that nobody waits for any more', async () => {
    let aborted = false
    const client = createFakeClient({ delayMs: 5_000 })
    const look = client.validateLightningAddress
    client.validateLightningAddress = (address, options) => {
      options?.signal?.addEventListener('abort', () => {
        aborted = true
      })
      return look(address, options)
    }
    const { field, unmount } = renderField({}, client)
    type(field, 'alice@wallet.example')
    await waitFor(() => expect(client.lookedUp).toHaveLength(1))
    unmount()
    await waitFor(() => expect(aborted).toBe(true))
  })

  it('takes part in a form of the page by its name', () => {
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
