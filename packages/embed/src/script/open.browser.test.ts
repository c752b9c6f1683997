import type { ConnectWallet, Outcome } from '@leyden/react/options'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openDialog, plainKit } from '../test-support/plain-kit.js'
import type { PayOptions } from '../widget/settings/settings.js'
import { createLeyden, type Leyden } from './leyden.js'

let leyden: Leyden
let plain: ReturnType<typeof plainKit>
let outcome: Outcome

beforeEach(() => {
  outcome = { status: 'cancelled' }
  plain = plainKit(() => outcome)
  leyden = createLeyden({
    version: '0',
    kit: plain.kit,
  })
  leyden.api.configure({ bffUrl: '/leyden' })
})

afterEach(() => {
  leyden.remove()
  document.body.replaceChildren()
})

function shown() {
  const found = openDialog()
  if (!found) throw new Error('No overlay is open.')
  return found
}

describe('an overlay', () => {
  it('is modal, focused, and resolves with the outcome so far when it closes', async () => {
    const handle = leyden.api.open('pay', { address: 'alice@wallet.example' })
    const { dialog, shadow } = shown()
    expect(dialog.matches(':modal')).toBe(true)
    expect(shadow.activeElement).toBe(dialog)
    outcome = { status: 'expired' }
    handle.close()
    expect(await handle).toEqual({ v: 1, id: handle.id, kind: 'pay', status: 'expired' })
    expect(openDialog()).toBeUndefined()
    expect(plain.lives).toEqual({ mounted: 1, unmounted: 1 })
  })

  it('grows around its middle while it loads, and downwards once the person types', async () => {
    const handle = leyden.api.open('pay')
    const { dialog, shadow } = shown()
    const panel = shadow.querySelector<HTMLElement>('.panel')
    const root = shadow.querySelector<HTMLElement>('.root')
    if (!panel || !root) throw new Error('The overlay has no panel.')
    const place = () => panel.getBoundingClientRect()
    const growTo = async (height: number) => {
      root.style.height = `${height}px`
      await vi.waitFor(() => expect(place().height).toBe(height))
    }
    await growTo(100)
    const middle = dialog.clientHeight / 2
    await vi.waitFor(() => expect(place().top).toBeCloseTo(middle - 50, 0))
    await growTo(140)
    await vi.waitFor(() => expect(place().top).toBeCloseTo(middle - 70, 0))
    await userEvent.type(shadow.querySelector('input') as HTMLElement, 'a')
    const { top } = place()
    await growTo(180)
    await new Promise(requestAnimationFrame)
    expect(place().top).toBe(top)
    // Without room below it moves up, and nothing is cut off.
    await growTo(dialog.clientHeight - 40)
    await vi.waitFor(() => expect(place().bottom).toBeLessThanOrEqual(dialog.clientHeight))
    const moved = place().top
    expect(moved).toBeLessThan(top)
    // Observers are called at the end of a frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await growTo(100)
    expect(place().top).toBe(moved)
    handle.close()
    await handle
  })

  it('is as large as in any other page in one that is zoomed, also if the page changes that', async () => {
    const { style } = document.documentElement
    style.zoom = '2'
    const handle = leyden.api.open('pay')
    const panel = shown().shadow.querySelector('.panel')
    const width = () => Math.round(panel?.getBoundingClientRect().width ?? 0)
    const expected = Math.min(376, innerWidth - 24)
    expect(width()).toBe(expected)
    style.zoom = '0.5'
    window.dispatchEvent(new Event('resize'))
    expect(width()).toBe(expected)
    style.zoom = ''
    handle.close()
    await handle
  })

  it('closes by Escape, its button, "Done" and a signal', async () => {
    const byEscape = leyden.api.open('pay')
    await userEvent.keyboard('{Escape}')
    expect((await byEscape).status).toBe('cancelled')

    const byButton = leyden.api.open('pay')
    shown().shadow.querySelector<HTMLButtonElement>('button[aria-label="Close"]')?.click()
    expect((await byButton).status).toBe('cancelled')

    const byDone = leyden.api.open('pay')
    outcome = { status: 'completed', sessionId: 'ses_1' }
    ;[...shown().shadow.querySelectorAll('button')].find((button) => button.textContent === 'Done')?.click()
    expect((await byDone).status).toBe('completed')

    const life = new AbortController()
    const bySignal = leyden.api.open('pay', { signal: life.signal })
    life.abort()
    await bySignal
    expect(openDialog()).toBeUndefined()
  })

  it('stays when the provider’s page closed itself, because the widget then shows a message', async () => {
    const handle = leyden.api.open('ramp')
    plain.report({ name: 'leyden-close', detail: { by: 'provider' } })
    expect(openDialog()).toBeDefined()
    plain.report({ name: 'leyden-close', detail: { by: 'person' } })
    expect(openDialog()).toBeUndefined()
    await handle
  })

  it('ends when the page removes it', async () => {
    const handle = leyden.api.open('pay')
    shown().host.remove()
    expect((await handle).status).toBe('cancelled')
    expect(plain.lives.unmounted).toBe(1)
  })

  it('is one at a time: the same call returns the same handle, another one is unavailable', async () => {
    const first = leyden.api.open('pay', { address: 'alice@wallet.example', amountSats: 5n })
    expect(leyden.api.open('pay', { address: 'alice@wallet.example', amountSats: 5n })).toBe(first)
    const other = await leyden.api.open('pay', { address: 'bob@wallet.example' })
    expect(other).toMatchObject({ status: 'unavailable', reason: 'already_open' })
    first.close()
    await first
  })

  it.each([
    ['by its options', (connectWallet: ConnectWallet) => leyden.api.open('pay', { connectWallet })],
    [
      'by the settings',
      (connectWallet: ConnectWallet) => {
        leyden.api.configure({ connectWallet })
        return leyden.api.open('pay')
      },
    ],
  ])('is hidden while the dialog of a wallet connector is open, %s', async (_, open) => {
    const wallet = { enable: async () => {}, sendPayment: async () => undefined }
    let connect = () => {}
    const requestProvider = () =>
      new Promise<typeof wallet>((resolve) => {
        connect = () => resolve(wallet)
      })
    const handle = open(async () => ({ requestProvider, getConnectorConfig: () => ({ connectorName: 'W' }) }))
    const { dialog, shadow } = shown()
    shadow.querySelector('input')?.focus()
    const connector = await (plain.handed[0] as PayOptions).connectWallet?.()
    const provider = connector?.requestProvider()
    expect(dialog.open).toBe(false)
    // The connector's dialog is in the page, so the overlay exits fullscreen for it.
    document.dispatchEvent(new Event('fullscreenchange'))
    expect(dialog.open).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 100))
    connect()
    expect(await provider).toBe(wallet)
    expect(dialog.matches(':modal')).toBe(true)
    expect(shadow.activeElement).toBe(shadow.querySelector('input'))
    expect(connector?.getConnectorConfig?.()?.connectorName).toBe('W')
    expect(plain.lives).toEqual({ mounted: 1, unmounted: 0 })
    handle.close()
    await handle
  })

  it('that is closed while it is hidden is not shown again', async () => {
    let close = () => {}
    const requestProvider = () =>
      new Promise<never>((_, reject) => {
        close = () => reject(new Error('Modal closed'))
      })
    leyden.api.configure({ connectWallet: async () => ({ requestProvider }) })
    const handle = leyden.api.open('pay')
    const provider = (await (plain.handed[0] as PayOptions).connectWallet?.())?.requestProvider()
    handle.close()
    await handle
    close()
    await expect(provider).rejects.toThrow('Modal closed')
    expect(openDialog()).toBeUndefined()
  })

  it('reports a payment that arrives after it was closed, with the same id', async () => {
    const outcomes: unknown[] = []
    leyden.api.on('outcome', (outcome) => outcomes.push(outcome))
    outcome = { status: 'pending' }
    const handle = leyden.api.open('pay')
    handle.close()
    expect((await handle).status).toBe('pending')
    const paid = {
      status: 'paid',
      amountMsat: '2100000',
      lnaddress: 'alice@wallet.example',
      evidence: 'app',
    } as const
    plain.payLate(paid)
    plain.payLate(paid)
    await new Promise((resolve) => setTimeout(resolve))
    expect(outcomes).toEqual([
      { v: 1, id: handle.id, kind: 'pay', status: 'pending' },
      { v: 1, id: handle.id, kind: 'pay', ...paid },
    ])
  })

  it('suspends and resumes the game, once each and in order, even if a hook throws', async () => {
    const calls: string[] = []
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    leyden.api.configure({
      game: {
        releaseKeys: () => void calls.push('releaseKeys'),
        pause: () => {
          calls.push('pause')
          throw new Error('a bug of the game')
        },
        mute: (muted) => void calls.push(`mute ${muted}`),
        resume: () => void calls.push('resume'),
        focus: () => void calls.push('focus'),
      },
    })
    leyden.api.on('open', () => calls.push('open'))
    leyden.api.on('close', () => calls.push('close'))
    const handle = leyden.api.open('pay')
    handle.close()
    handle.close()
    await handle
    expect(calls).toEqual([
      'releaseKeys',
      'pause',
      'mute true',
      'open',
      'mute false',
      'resume',
      'focus',
      'close',
    ])
  })

  it('undoes everything when the widget cannot be drawn', async () => {
    const resume = vi.fn()
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
    leyden.api.configure({ game: { resume } })
    plain.kit.mount = () => {
      throw new Error('no')
    }
    expect(await leyden.api.open('pay')).toMatchObject({ status: 'error' })
    silenced.mockRestore()
    expect(resume).toHaveBeenCalledOnce()
    expect(openDialog()).toBeUndefined()
  })

  it('opens links with `openExternal` if the page has it', async () => {
    const openExternal = vi.fn()
    leyden.api.configure({ openExternal })
    const handle = leyden.api.open('pay')
    shown().shadow.querySelector('a')?.click()
    expect(openExternal).toHaveBeenCalledWith('lightning:lnbcrt1')
    handle.close()
    await handle
  })

  it('rejects misuse and nothing else', async () => {
    await expect(leyden.api.open('tip' as 'pay')).rejects.toThrow(/'pay' and 'ramp'/)
    expect(() => leyden.api.configure({ bff_url: '/leyden' } as never)).toThrow(/bff_url/)
    expect(() => leyden.api.configure({ game: 'pause' } as never)).toThrow(/game must be an object/)
    expect(() => leyden.api.mount('#nowhere', 'pay')).toThrow(/#nowhere/)
    for (const bffUrl of ['http://shop.example/', 'shop.example', ''])
      expect(() => leyden.api.configure({ bffUrl })).toThrow(/^bffUrl must be an https URL/)
    expect(leyden.settings().bffUrl).toBe('/leyden')
  })

  it.each([
    [{ amount: 2100 }, /pay has no option "amount"/],
    [{ quoteCurrency: 'USD' }, /pay has no option "quoteCurrency"/],
    [{ onPaid() {} }, /pay has no option "onPaid".*leyden-paid/],
    [{ constructor: 1 }, /"constructor"/],
    [{ amountSats: Number.NaN }, /amountSats/],
    [{ amountSats: 0n }, /amountSats/],
    [{ amountSats: '2,100' }, /amountSats/],
    [{ amountSats: null }, /amountSats/],
    [{ address: null }, /address/],
    [{ address: '' }, /address/],
  ])('refuses options that would unlock what the page wants locked: %o', async (wrong, message) => {
    const options = { address: 'alice@wallet.example', ...wrong } as never
    await expect(leyden.api.open('pay', options)).rejects.toThrow(message)
    expect(() => leyden.api.mount(document.body, 'pay', options)).toThrow(message)
    expect([openDialog(), document.body.childElementCount]).toEqual([undefined, 0])
  })

  it('accepts every option, and for an element also its settings', async () => {
    const pay = {
      address: 'alice@wallet.example',
      amountSats: 5,
      description: 'Tip',
      reference: 'order-7',
      intent: 'signed',
      fiat: { currency: 'USD', rate: 97_000, asOf: new Date() },
      network: 'regtest',
    } as const
    const handle = leyden.api.open('pay', { ...pay, locale: 'de', signal: new AbortController().signal })
    expect(openDialog()).toBeDefined()
    handle.close()
    await handle
    const free = {
      defaultAddress: 'alice@wallet.example',
      defaultAmountSats: 5n,
      presets: [5],
      defaultDescription: 'Tip',
      address: undefined,
      amountSats: undefined,
    }
    const own = { bffUrl: '/other', locale: 'de', messages: {}, theme: {}, colorScheme: 'dark' } as const
    leyden.api.mount(document.body, 'pay', { ...free, ...own, getToken: async () => null } as object)
    leyden.api.mount(document.body, 'ramp', { quoteCurrency: 'USD', guest: true, autoStart: true })
    expect(document.body.childElementCount).toBe(2)
  })
})

describe('an intent', () => {
  const fetchIntent = async () => 'signed'

  it.each([
    ['a text', 'signed'],
    ['a function', fetchIntent],
  ])('is passed to the widget unchanged and alone: %s', async (_name, intent) => {
    const handle = leyden.api.open('pay', { intent })
    expect(plain.handed).toEqual([{ intent }])
    handle.close()
    await handle
  })

  it('can be passed with the address and the amount that it contains', async () => {
    const options = { intent: fetchIntent, address: 'alice@wallet.example', amountSats: 2100 }
    const handle = leyden.api.open('pay', options)
    expect(plain.handed).toEqual([options])
    handle.close()
    await handle
  })

  it.each([
    ['an empty text', ''],
    ['null', null],
    ['the promise of one', Promise.resolve('signed')],
    ['a number', 7],
  ])('rejects for %s, and does not let people pay anyone', async (_name, intent) => {
    await expect(leyden.api.open('pay', { intent } as object)).rejects.toThrow(/intent/)
    expect(() => leyden.api.mount(document.body, 'pay', { intent } as object)).toThrow(/intent/)
    expect(openDialog()).toBeUndefined()
  })

  it('is the same again only if it is the same function', async () => {
    const first = leyden.api.open('pay', { intent: fetchIntent })
    expect(leyden.api.open('pay', { intent: fetchIntent })).toBe(first)
    const other = await leyden.api.open('pay', { intent: async () => 'of another order' })
    expect(other).toMatchObject({ status: 'unavailable', reason: 'already_open' })
    first.close()
    await first
  })

  it('is not an option of a ramp', async () => {
    await expect(leyden.api.open('ramp', { intent: 'signed' } as object)).rejects.toThrow(/intent/)
  })
})

describe('an order of a ramp', () => {
  const fetchOrder = async () => 'signed'

  it.each([
    ['an order', { order: 'signed' }],
    ['a function for an order', { order: fetchOrder }],
    ['a function for a session', { fetchSession: fetchOrder as never }],
  ])('is passed to the widget unchanged: %s', async (_name, options) => {
    const handle = leyden.api.open('ramp', options)
    expect(plain.handed).toMatchObject([options])
    expect(leyden.api.open('ramp', options)).toBe(handle)
    const other = { ...options, order: async () => 'of another order' }
    expect(await leyden.api.open('ramp', other)).toMatchObject({ reason: 'already_open' })
    handle.close()
    await handle
  })

  it.each([
    ['order', ''],
    ['order', null],
    ['order', fetchOrder()],
    ['fetchSession', 'https://shop.example/session'],
  ])('rejects for a wrong %s, and does not let people choose what they buy', async (name, value) => {
    await expect(leyden.api.open('ramp', { [name]: value })).rejects.toThrow(name)
    expect(() => leyden.api.mount(document.body, 'ramp', { [name]: value })).toThrow(name)
    expect(openDialog()).toBeUndefined()
  })
})

describe('in a portal', () => {
  it('shows nothing until the integrator opts in, separately for each kind', async () => {
    leyden.api.configure({ environment: 'portal' })
    expect(leyden.api.supports('pay')).toMatchObject({ ok: false, reason: 'portal_policy' })
    expect(await leyden.api.open('pay')).toMatchObject({ status: 'unavailable', reason: 'portal_policy' })
    expect(openDialog()).toBeUndefined()

    leyden.api.configure({ portalAllows: ['pay'] })
    expect(leyden.api.supports('pay').ok).toBe(true)
    expect(leyden.api.supports('ramp').ok).toBe(false)
    const handle = leyden.api.open('pay')
    expect(openDialog()).toBeDefined()
    handle.close()
    await handle
  })
})

describe('keys and pointer', () => {
  let received: string[]
  const record = (event: Event) => {
    received.push(`${event.type}${event instanceof KeyboardEvent ? ` ${event.code}` : ''}`)
    if (event.type === 'keydown') event.preventDefault()
  }
  const names = ['keydown', 'keyup', 'mousedown', 'click', 'wheel'] as const

  beforeEach(() => {
    received = []
    for (const name of names) {
      window.addEventListener(name, record)
      document.addEventListener(name, record, true)
      window.addEventListener(name, record, true)
    }
  })
  afterEach(() => {
    for (const name of names) {
      window.removeEventListener(name, record)
      document.removeEventListener(name, record, true)
      window.removeEventListener(name, record, true)
    }
  })

  it('types exactly what was typed, and the game gets no key', async () => {
    const handle = leyden.api.open('pay')
    const field = shown().shadow.querySelector('input')
    field?.focus()
    received.length = 0
    await userEvent.keyboard('awesome wad sats')
    expect(field?.value).toBe('awesome wad sats')
    await userEvent.keyboard('{Backspace}{ArrowLeft}x')
    expect(field?.value).toBe('awesome wad saxt')
    const edits = vi.fn<(type: string) => void>()
    field?.addEventListener('beforeinput', ({ inputType }) => edits(inputType))
    await userEvent.keyboard('{Enter}')
    expect(edits.mock.calls).toEqual([['insertLineBreak']])
    expect(received).toEqual([])
    handle.close()
    await handle
    await userEvent.keyboard('w')
    expect(received).toContain('keydown KeyW')
  })

  it('keeps keys from the game while an overlay is open, even without the focus', async () => {
    const handle = leyden.api.open('pay')
    ;(shown().shadow.activeElement as HTMLElement).blur()
    received.length = 0
    await userEvent.keyboard('w ')
    expect(received).toEqual([])
    handle.close()
    await handle
  })

  it('releases a key that was held when it opened, also after another window had the focus', async () => {
    await userEvent.keyboard('{d>}')
    window.dispatchEvent(new Event('blur'))
    received.length = 0
    const ups: number[] = []
    const onUp = (event: KeyboardEvent) => void ups.push(event.keyCode)
    window.addEventListener('keyup', onUp)
    const handle = leyden.api.open('pay')
    expect(received).toContain('keyup KeyD')
    expect(ups).toEqual([68])
    received.length = 0
    await userEvent.keyboard('{/d}')
    expect(received).toEqual([])
    window.removeEventListener('keyup', onUp)
    handle.close()
    await handle
  })

  it('does not pass the release of the key that closed it to the game', async () => {
    const handle = leyden.api.open('pay')
    const done = [...shown().shadow.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Done',
    )
    done?.focus()
    received.length = 0
    await userEvent.keyboard('{Enter}')
    await handle
    expect(received.filter((entry) => entry.startsWith('key'))).toEqual([])
  })
})

describe('a script that came after the game', () => {
  it('types what the game cancelled, and warns once', async () => {
    leyden.remove()
    const game = (event: KeyboardEvent) => event.preventDefault()
    window.addEventListener('keydown', game, true)
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    leyden = createLeyden({
      version: '0',
      kit: plain.kit,
    })
    leyden.api.configure({ bffUrl: '/leyden' })
    const codes: string[] = []
    leyden.api.on('warn', ({ code }) => codes.push(code))
    const handle = leyden.api.open('pay')
    const field = shown().shadow.querySelector('input')
    field?.focus()
    const inputs = vi.fn()
    field?.addEventListener('input', inputs)
    await userEvent.keyboard('wad 1234')
    await userEvent.keyboard('{Backspace}{ArrowLeft}{ArrowLeft}{Delete}x')
    expect(field?.value).toBe('wad 1x3')
    expect(inputs).toHaveBeenCalled()
    if (field) field.type = 'email'
    const edits = vi.fn<(type: string) => void>()
    field?.addEventListener('beforeinput', ({ inputType }) => edits(inputType))
    await userEvent.keyboard('{Enter}')
    expect(edits.mock.calls).toEqual([['insertLineBreak']])
    expect(warned).toHaveBeenCalledOnce()
    expect(codes).toEqual(['keyboard_captured'])
    await userEvent.keyboard('{Tab}')
    expect(shown().shadow.activeElement?.textContent).toBe('Open wallet')
    await userEvent.keyboard('{Escape}')
    expect((await handle).status).toBe('cancelled')
    window.removeEventListener('keydown', game, true)
    warned.mockRestore()
  })
})
