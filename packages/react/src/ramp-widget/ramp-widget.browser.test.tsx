import { LeydenError } from '@leyden/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useMemo } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderRamp } from '../test-support/render-ramp.js'
import { createFakeClient } from '../testing/fake-client.js'
import { createFakeRamp } from '../testing/fake-ramp.js'
import { examinePage } from './doctor.js'
import { useRampWidget } from './use-ramp-widget.js'

const page = '/ramp-page-of-tests'
const origin = location.origin
const server = {
  origin,
  tamper: (session: { widget_url: string }) => ({ ...session, widget_url: `${origin}${page}` }) as never,
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const frame = () => screen.queryByTitle<HTMLIFrameElement>(/^Buy bitcoin, page of/)
const say = (type: string, payload?: object) => {
  const source = frame()?.contentWindow
  window.dispatchEvent(
    new MessageEvent('message', { data: { type, payload }, origin, source: source ?? null }),
  )
}
const heading = (name: string | RegExp) => screen.findByRole('heading', { name })

describe('from a click to the frame', () => {
  it('asks for nothing before a click', async () => {
    const { ramp } = renderRamp({ quoteCurrency: 'USD', baseCurrency: 'BTC' }, { server })
    expect(screen.getByText('with US dollars')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ramp.sessions).toHaveLength(0)
  })

  it('frames the URL exactly as it came, with the least it may do', async () => {
    const onSession = vi.fn()
    const widget_url = `${origin}${page}?session=a%20b&x=#/start`
    const tamper = (session: object) => ({ ...session, widget_url }) as never
    const { ramp } = renderRamp(
      { quoteCurrency: 'USD', baseCurrency: 'BTC', metadata: { order: '1' }, onSession },
      { server: { origin, tamper } },
    )
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const element = frame()
    expect(element?.getAttribute('src')).toBe(widget_url)
    expect(element?.getAttribute('allow')).toBe(
      `camera ${origin}; payment ${origin}; clipboard-write ${origin}`,
    )
    expect(element?.referrerPolicy).toBe('strict-origin')
    expect([...(element?.sandbox ?? [])].sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ])
    expect(element?.title).toBe(`Buy bitcoin, page of ${location.host}`)
    expect(ramp.sessions.map(({ request }) => request)).toEqual([
      { quote_currency: 'USD', base_currency: 'BTC', metadata: { order: '1' } },
    ])
    expect(onSession).toHaveBeenCalledOnce()
    expect(onSession).toHaveBeenCalledWith({ sessionId: 'ses_1', expiresAt: expect.any(Date), mode: 'test' })
  })

  it('names each origin that the provider may lead to', async () => {
    renderRamp({ rampOrigins: [origin, 'https://kyc.example'], features: ['camera'] }, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()?.allow).toBe(`camera ${origin} https://kyc.example`))
  })

  it('starts by itself where the page says so, once under StrictMode and a hundred renders', async () => {
    const { ramp, rerender } = renderRamp({ autoStart: true, metadata: { a: '1', b: '2' } }, { server })
    await waitFor(() => expect(frame()).not.toBeNull())
    const first = frame()
    for (let n = 0; n < 100; n++)
      rerender({ autoStart: true, metadata: { b: '2', a: '1' }, onReady: () => {}, rampOrigins: [origin] })
    expect(ramp.sessions).toHaveLength(1)
    expect(frame()).toBe(first)
  })

  it('makes one session of two quick clicks', async () => {
    const { ramp } = renderRamp({}, { server: { ...server, delayMs: 20 } })
    const button = screen.getByRole('button', { name: 'Continue to provider' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(ramp.sessions).toHaveLength(1)
  })

  it('starts exactly one new session when the currency changes, none for values that are equal', async () => {
    const { ramp, rerender } = renderRamp({ quoteCurrency: 'USD' }, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const first = frame()
    rerender({ quoteCurrency: 'EUR' })
    await waitFor(() => expect(frame()).not.toBe(first))
    rerender({ quoteCurrency: 'EUR' })
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(ramp.sessions.map(({ request }) => request.quote_currency)).toEqual(['USD', 'EUR'])
    expect(ramp.watching).toBe(2)
  })
})

describe('a guest', () => {
  it('says where a code and the bitcoin go before a session is made', async () => {
    const { ramp } = renderRamp({ guest: true }, { server })
    click('Continue to provider')
    const email = await screen.findByLabelText('E-mail address')
    fireEvent.change(email, { target: { value: 'you@mail' } })
    click('Continue to provider')
    expect(screen.getByText('Check the e-mail address.')).toBeVisible()
    expect(email).toHaveFocus()
    fireEvent.change(email, { target: { value: ' you@mail.example ' } })
    fireEvent.change(screen.getByLabelText(/Bitcoin goes to/), { target: { value: 'Alice@wallet.example' } })
    await screen.findByText('✓')
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(ramp.sessions[0]?.request).toEqual({
      email: 'you@mail.example',
      destination: 'alice@wallet.example',
    })
  })

  it('is asked only when the server wants an address, and again when it refuses one', async () => {
    const tamper = (session: object, request: { email?: string }) => {
      if (request.email === 'no@mail.example') throw new LeydenError('INVALID_EMAIL', 'x')
      return { ...session, widget_url: `${origin}${page}` } as never
    }
    const onError = vi.fn()
    renderRamp({ onError }, { server: { origin, guests: true, tamper } })
    click('Continue to provider')
    const email = await screen.findByLabelText<HTMLInputElement>('E-mail address')
    expect(screen.getByText('The provider sends a code to it.')).toBeVisible()
    fireEvent.change(email, { target: { value: 'no@mail.example' } })
    click('Continue to provider')
    expect(await screen.findByText('Check the e-mail address.')).toBeVisible()
    const again = screen.getByLabelText<HTMLInputElement>('E-mail address')
    expect(again.value).toBe('no@mail.example')
    fireEvent.change(again, { target: { value: 'yes@mail.example' } })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    expect(onError).not.toHaveBeenCalled()
  })

  it.each([
    ['not an address', 'Bitcoin cannot be sent to this.'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin cannot be sent to this.'],
    ['1111111111111111111114oLvT2', 'Bitcoin cannot be sent to this.'],
  ])('is told that bitcoin cannot go to %s', async (destination, words) => {
    const { ramp } = renderRamp({ guest: true }, { server })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'a@b.example' } })
    fireEvent.change(screen.getByLabelText(/Bitcoin goes to/), { target: { value: destination } })
    expect(await screen.findByText(words)).toBeVisible()
    click('Continue to provider')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ramp.sessions).toHaveLength(0)
  })
})

describe('the frame and the server', () => {
  const opened = async (props = {}, options = {}) => {
    const rendered = renderRamp(props, { server, ...options })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    return rendered
  }

  it('is shown through its steps', async () => {
    const onReady = vi.fn()
    const onStep = vi.fn()
    await opened({ onReady, onStep })
    say('WIDGET_READY')
    say('WIDGET_READY')
    say('WIDGET_STEP_CHANGE', { step: 'identity' })
    expect(await screen.findByText('Step: identity', { selector: '.leyden-muted' })).toBeVisible()
    say('WIDGET_STEP_CHANGE', { step: '<b>pwned</b>' })
    await waitFor(() => expect(screen.queryByText(/Step:/)).toBeNull())
    expect(document.body.textContent).not.toContain('pwned')
    expect(onReady).toHaveBeenCalledOnce()
    expect(onStep.mock.calls).toEqual([[{ step: 'identity' }], [{ step: '<b>pwned</b>' }]])
  })

  it('never completes a purchase on the word of the frame, and completes it once on that of the server', async () => {
    const onCompleted = vi.fn()
    const { ramp } = await opened({ onCompleted })
    const element = frame()
    say('WIDGET_TRANSACTION_COMPLETE', { amount: '1' })
    await heading('Confirming your purchase')
    expect(frame()).toBe(element)
    expect(element).not.toBeVisible()
    expect(onCompleted).not.toHaveBeenCalled()
    const details = { amount: '0.00042', currency: 'BTC', destination: 'alice@wallet.example' }
    ramp.tell({ status: 'completed', livemode: false, details, at: '2026-01-01T14:02:00Z' })
    ramp.tell({ status: 'completed', livemode: false, details, at: '2026-01-01T14:02:00Z' })
    await heading('Purchase complete')
    expect(screen.getByText('0.00042 BTC')).toBeVisible()
    expect(screen.getByText('Test mode')).toBeVisible()
    expect(onCompleted).toHaveBeenCalledOnce()
    expect(onCompleted).toHaveBeenCalledWith({
      sessionId: 'ses_1',
      at: new Date('2026-01-01T14:02:00Z'),
      livemode: false,
      details,
    })
    expect(frame()).toBeNull()
    expect(ramp.watching).toBe(0)
  })

  it('keeps the frame in sight when the server says that money moves', async () => {
    const { ramp } = await opened()
    const element = frame()
    ramp.tell({ status: 'processing' })
    await screen.findByText('The provider is working on your payment.', { selector: '.leyden-muted' })
    expect(frame()).toBe(element)
    expect(element).toBeVisible()
  })

  it('lets a person go back to a frame that said too early that it was done', async () => {
    await opened()
    const element = frame()
    say('WIDGET_TRANSACTION_COMPLETE')
    await heading('Confirming your purchase')
    click('Back to the provider’s page')
    expect(element).toBeVisible()
    expect(frame()).toBe(element)
  })

  it('ignores every message that is not of the frame, its origin and its form, and never throws', async () => {
    const onReady = vi.fn()
    const onStep = vi.fn()
    const onError = vi.fn()
    const failed = vi.fn()
    window.addEventListener('error', failed)
    await opened({ onReady, onStep, onError })
    const source = frame()?.contentWindow ?? null
    const done = { type: 'WIDGET_TRANSACTION_COMPLETE' }
    const post = (init: MessageEventInit) => window.dispatchEvent(new MessageEvent('message', init))
    for (const wrong of [
      '',
      'null',
      `${origin}.evil.example`,
      origin.replace('http', 'https'),
      'http://localhost:1',
    ])
      post({ data: done, origin: wrong, source })
    post({ data: done, origin, source: window })
    post({ data: done, origin, source: null })
    for (const data of [
      null,
      undefined,
      '',
      'WIDGET_TRANSACTION_COMPLETE',
      { type: 'error' },
      { type: 'error', payload: null },
      'x'.repeat(1_000_000),
      JSON.stringify({ ...done, payload: 'x'.repeat(1_000_000) }),
      [done],
      Object.defineProperty({}, 'type', {
        get() {
          throw new Error('a getter that throws')
        },
      }),
      new Proxy(
        {},
        {
          get() {
            throw new Error('a proxy that throws')
          },
        },
      ),
    ])
      post({ data, origin, source })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Confirming your purchase')).toBeNull()
    expect(frame()).toBeVisible()
    for (const callback of [onReady, onStep, onError, failed]) expect(callback).not.toHaveBeenCalled()
    window.removeEventListener('error', failed)
  })

  it('reads a provider of another kind by an adapter of the page, wrong ones included', async () => {
    const onStep = vi.fn()
    await opened({
      onStep,
      messageAdapter: (data: unknown) => {
        if (data === 'throw') throw new Error('adapter')
        return data === 'step:card' ? { type: 'step', step: 'card' } : ({ type: 'step', step: 3 } as never)
      },
    })
    const source = frame()?.contentWindow ?? null
    for (const data of ['throw', 'other', 'step:card'])
      window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
    expect(onStep.mock.calls).toEqual([[{ step: 'card' }]])
  })

  it('is as high as it asks, within what fits', async () => {
    await opened()
    const element = frame()
    const height = () => Math.round(element?.getBoundingClientRect().height ?? 0)
    const screenHeight = Math.min(720, window.innerHeight)
    expect(height()).toBe(screenHeight)
    say('WIDGET_RESIZE', { height: 300 })
    expect(height()).toBe(Math.min(300, screenHeight))
    say('WIDGET_RESIZE', { height: 10_000 })
    expect(height()).toBe(screenHeight)
    say('WIDGET_RESIZE', { height: -5 })
    expect(height()).toBe(Math.min(240, screenHeight))
  })

  it('asks before it is left, and still shows the result afterwards', async () => {
    const onClose = vi.fn()
    const onDone = vi.fn()
    const { ramp } = await opened({ onClose, onDone })
    say('WIDGET_READY')
    click('Close')
    const question = await screen.findByRole('alertdialog')
    expect(frame()).toBeVisible()
    fireEvent.click(within(question).getByRole('button', { name: 'Stay' }))
    expect(frame()).toBeVisible()
    click('Close')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await heading('Purchase cancelled')
    expect(frame()).toBeNull()
    expect(onClose).toHaveBeenCalledOnce()
    ramp.tell({ status: 'completed' })
    await heading('Purchase complete')
    click('Done')
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect(onDone).toHaveBeenCalledOnce()
  })

  it.each([
    ['failed', 'The purchase failed.'],
    ['cancelled', 'Purchase cancelled'],
    ['needs_review', 'This purchase needs a look'],
  ] as const)('says that it is %s', async (status, words) => {
    const { ramp } = await opened()
    ramp.tell({ status })
    expect(await screen.findByText(words, { selector: 'strong, h3' })).toBeVisible()
    expect(frame()).toBeNull()
  })
})

describe('a session that cannot be shown', () => {
  it.each([
    ['another origin', { widget_url: 'https://evil.example/?session=1' }],
    ['a look-alike origin', { widget_url: 'https://ramp.example.evil.example/' }],
    ['another port', { widget_url: 'https://ramp.example:444/' }],
    ['plain http', { widget_url: 'http://ramp.example/' }],
    ['a script', { widget_url: 'javascript:alert(1)' }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }],
    ['no known origin', { ramp_origins: [] }],
  ])('for %s is never framed nor linked to', async (_, change) => {
    const onError = vi.fn()
    const { ramp, container } = renderRamp(
      { onError },
      { server: { tamper: (session) => ({ ...session, ...change }) } },
    )
    const seen = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const element of container.querySelectorAll('iframe, a')) seen.add(element.outerHTML)
    })
    observer.observe(container, { childList: true, subtree: true, attributes: true })
    click('Continue to provider')
    expect(await screen.findByText('We cannot reach the provider.')).toBeVisible()
    observer.disconnect()
    expect([...seen]).toEqual([])
    expect(onError).toHaveBeenCalledOnce()
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: 'BAD_RESPONSE' })
    // One that has ended on arrival may have been on its way for long: it is asked for once more.
    expect(ramp.sessions).toHaveLength('expires_at' in change ? 2 : 1)
  })
})

describe('each error', () => {
  it.each([
    ['RATE_LIMITED', 'The provider is busy.', true],
    ['NOT_CONFIGURED', 'This shop cannot sell bitcoin at the moment.', false],
    ['UNAUTHORIZED', 'This shop cannot sell bitcoin at the moment.', false],
    ['INVALID_WEBHOOK_URL', 'This shop cannot sell bitcoin at the moment.', false],
    ['BAD_REQUEST', 'This shop cannot sell bitcoin at the moment.', false],
    ['SIGN_IN_REQUIRED', 'Please sign in.', true],
    ['SERVICE_UNAVAILABLE', 'We cannot reach the provider.', true],
    ['TIMEOUT', 'We cannot reach the provider.', true],
    ['NETWORK', 'We cannot reach the provider.', true],
    ['BAD_RESPONSE', 'We cannot reach the provider.', true],
    ['REGION_NOT_SUPPORTED', 'The provider does not accept this (REGION_NOT_SUPPORTED).', false],
  ])('%s is told in our words, with the next step', async (code, words, mayRepeat) => {
    const tamper = () => {
      throw new LeydenError(code, 'The text of the service, which nobody shall see.')
    }
    renderRamp({}, { server: { tamper } })
    click('Continue to provider')
    expect(await screen.findByText(words, { selector: 'strong' })).toBeVisible()
    expect(document.body.textContent).not.toContain('text of the service')
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(mayRepeat)
  })

  it('waits as long as it was told to, then tries again', async () => {
    let calls = 0
    const { ramp } = renderRamp(
      {},
      {
        server: {
          origin,
          tamper: (session) => {
            if (++calls === 1) throw new LeydenError('RATE_LIMITED', 'x', { retryAfterMs: 1_200 })
            return { ...session, widget_url: `${origin}${page}` }
          },
        },
      },
    )
    click('Continue to provider')
    const wait = await screen.findByRole('button', { name: /Try again in \d s/ })
    fireEvent.click(wait)
    expect(ramp.sessions).toHaveLength(1)
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 }))
    await waitFor(() => expect(frame()).not.toBeNull())
  })
})

describe('behind a link', () => {
  it('offers a real link to a ready session, and waits when it was followed', async () => {
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: {} })
    click('Continue to provider')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open in a new tab' })
    expect(link.getAttribute('href')).toBe('https://ramp.example/?session=token-1')
    expect(link.target).toBe('_blank')
    expect(link.rel).toBe('noopener noreferrer')
    expect(await screen.findByRole('img', { name: 'QR code to go on with your phone' })).toBeVisible()
    expect(frame()).toBeNull()
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await heading('Go on in the other tab')
    expect(screen.queryByRole('link')).toBeNull()
    ramp.tell({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('makes a second session beside the frame, and leaves the frame only when the link is followed', async () => {
    const { ramp } = renderRamp({}, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const element = frame()
    say('WIDGET_READY')
    fireEvent.click(await screen.findByRole('button', { name: 'Open in a new tab' }))
    const link = await screen.findByRole('link', { name: 'Open in a new tab' })
    expect(ramp.sessions).toHaveLength(2)
    expect(frame()).toBe(element)
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await heading('Go on in the other tab')
    expect(frame()).toBeNull()
    const [first] = ramp.sessions
    ramp.tell({ status: 'completed' }, first)
    await heading('Purchase complete')
  })
})

describe('in a dialog', () => {
  const dialog = () => document.querySelector('dialog')
  it('keeps focus inside and returns it, asks before it is left by Escape, and shows the result', async () => {
    const { ramp } = renderRamp({ presentation: 'dialog' }, { server })
    const opener = screen.getByRole('button', { name: 'Continue to provider' })
    opener.focus()
    fireEvent.click(opener)
    await waitFor(() => expect(frame()).toBeVisible())
    expect(dialog()?.open).toBe(true)
    expect(dialog()?.contains(document.activeElement)).toBe(true)
    const element = frame()
    const pressed = new Event('cancel', { cancelable: true })
    fireEvent(dialog() as HTMLDialogElement, pressed)
    expect(pressed.defaultPrevented).toBe(true)
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    click('Stay')

    // A browser may close it all the same: then it is only out of sight.
    const closed = new Promise((resolve) => dialog()?.addEventListener('close', resolve, { once: true }))
    dialog()?.close()
    await closed
    click('Show')
    await waitFor(() => expect(dialog()?.open).toBe(true))
    expect(frame()).toBe(element)

    say('WIDGET_TRANSACTION_COMPLETE')
    await heading('Confirming your purchase')
    click('Close')
    await waitFor(() => expect(dialog()?.open).toBe(false))
    expect(screen.getByText('Confirming your purchase', { selector: 'p' })).toBeVisible()
    ramp.tell({ status: 'completed' })
    await waitFor(() => expect(screen.getByText('Purchase complete', { selector: 'p' })).toBeVisible())
    click('Show')
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect(dialog()?.open).toBe(false)
  })

  it('stays where it is when the page changes its mind in the middle', async () => {
    const { rerender } = renderRamp({ presentation: 'inline' }, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const element = frame()
    rerender({ presentation: 'dialog' })
    rerender({ presentation: 'inline' })
    rerender({ presentation: 'dialog' })
    expect(frame()).toBe(element)
    expect(dialog()).toBeNull()
  })
})

describe('coming back', () => {
  it('finds the session again, watches it and frames nothing', async () => {
    const ramp = createFakeRamp(server)
    const onCompleted = vi.fn()
    const first = renderRamp({ onCompleted }, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    first.unmount()
    expect(ramp.watching).toBe(0)
    const second = renderRamp({ onCompleted, autoStart: true }, { ramp })
    await heading('Waiting for your purchase')
    expect(frame()).toBeNull()
    expect(ramp.sessions).toHaveLength(1)
    ramp.tell({ status: 'completed', livemode: false })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
    second.unmount()

    renderRamp({ onCompleted }, { ramp })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
    click('Done')
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
  })

  it('shows a result that came while nobody was there', async () => {
    const ramp = createFakeRamp(server)
    const first = renderRamp({}, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    first.unmount()
    ramp.tell({ status: 'completed', details: { amount: '0.1', currency: 'BTC' } })
    const onCompleted = vi.fn()
    renderRamp({ onCompleted }, { ramp })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
  })

  it('keeps nothing that opens a session, nor who asked', async () => {
    renderRamp({ email: 'you@mail.example' }, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    expect(kept).toContain('v0/watch/ramp-1')
    for (const secret of ['token-1', 'you@mail.example', page]) expect(kept).not.toContain(secret)
  })

  it('works where storage is forbidden', async () => {
    const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    const { ramp } = renderRamp({}, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    ramp.tell({ status: 'completed' })
    await heading('Purchase complete')
    broken.mockRestore()
  })

  it('does not hold a session of long ago against somebody who gave it up', async () => {
    const ramp = createFakeRamp({ ...server, lifeSeconds: 0.3 })
    const first = renderRamp({}, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    first.unmount()
    await new Promise((resolve) => setTimeout(resolve, 400))
    renderRamp({}, { ramp })
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    await waitFor(() => expect(ramp.watching).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    ramp.tell({ status: 'completed' })
    await heading('Purchase complete')
  })
})

describe('time', () => {
  it('keeps a frame whose session is over, and renews by a click', async () => {
    const onExpired = vi.fn()
    const { ramp } = renderRamp({ onExpired }, { server: { ...server, lifeSeconds: 1 } })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const element = frame()
    say('WIDGET_READY')
    expect(await screen.findByText(/This session ends in/)).toBeVisible()
    expect(
      await screen.findByText('This session has ended', { selector: 'strong' }, { timeout: 5_000 }),
    ).toBeVisible()
    expect(frame()).toBe(element)
    expect(onExpired).toHaveBeenCalledOnce()
    click('Start a new session')
    await waitFor(() => expect(ramp.sessions).toHaveLength(2))
    await waitFor(() => expect(frame()).not.toBe(element))
  })

  it('renews a link that nobody followed, a few times', async () => {
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: { lifeSeconds: 30.2 } })
    click('Continue to provider')
    await screen.findByRole('link')
    await waitFor(() => expect(ramp.sessions).toHaveLength(2), { timeout: 5_000 })
    await waitFor(() => expect(screen.getByRole('link').getAttribute('href')).toContain('token-2'))
    await waitFor(() => expect(ramp.sessions).toHaveLength(4), { timeout: 5_000 })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(ramp.sessions).toHaveLength(4)
  })

  it('looks at once when somebody comes back to the page', async () => {
    const { ramp } = renderRamp({}, { server })
    click('Continue to provider')
    await waitFor(() => expect(ramp.watching).toBe(1))
    const before = ramp.refreshed
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new PageTransitionEvent('pageshow'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(ramp.refreshed).toBe(before + 3)
  })
})

describe('a page that is left', () => {
  it('leaves no watch, no timer and no listener behind', async () => {
    const { ramp, unmount } = renderRamp({}, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const source = frame()?.contentWindow ?? null
    unmount()
    expect(ramp.watching).toBe(0)
    const before = ramp.refreshed
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'WIDGET_READY' }, origin, source }))
    expect(ramp.refreshed).toBe(before)
  })

  it('calls a request off that nobody waits for', async () => {
    const { unmount, client } = renderRamp({}, { server: { ...server, delayMs: 50 } })
    const seen: AbortSignal[] = []
    const create = client.createRampSession
    client.createRampSession = (request, options) => {
      if (options?.signal) seen.push(options.signal)
      return create(request, options)
    }
    click('Continue to provider')
    await waitFor(() => expect(seen).toHaveLength(1))
    unmount()
    await waitFor(() => expect(seen[0]?.aborted).toBe(true))
  })
})

describe('an on-screen keyboard', () => {
  it('leaves the frame in what is still seen of the page', async () => {
    renderRamp({}, { server })
    click('Continue to provider')
    await waitFor(() => expect(frame()).not.toBeNull())
    const viewport = window.visualViewport as VisualViewport
    Object.defineProperty(viewport, 'height', { value: 311, configurable: true })
    viewport.dispatchEvent(new Event('resize'))
    expect(Math.round(frame()?.getBoundingClientRect().height ?? 0)).toBeLessThanOrEqual(311)
    Reflect.deleteProperty(viewport, 'height')
    viewport.dispatchEvent(new Event('resize'))
    expect(frame()?.getBoundingClientRect().height).toBeGreaterThan(311)
  })
})

describe('the examination of a page', () => {
  it('says what is in the way, what is not, and what nobody can know before', () => {
    const findings = examinePage({ origins: ['https://ramp.example'], needs: ['camera'] })
    const verdicts = Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]))
    expect(verdicts).toEqual({
      insecure_context: 'no',
      // The runner frames its tests.
      sandbox: window.parent === window ? 'no' : 'unknown',
      permissions_policy: 'no',
      in_app_browser: 'no',
      frame_src: 'unknown',
      coep: 'unknown',
    })
    for (const { fix } of findings) expect(fix.length).toBeGreaterThan(20)
  })

  it('does not take a feature for allowed that a page cannot pass on', () => {
    const verdictOf = (needs: string[], origins = ['https://ramp.example']) =>
      examinePage({ origins, needs }).find(({ check }) => check === 'permissions_policy')?.verdict
    expect(verdictOf(['no-such-feature'])).toBe('yes')
    expect(verdictOf([])).toBe('unknown')
    expect(verdictOf(['camera'], [])).toBe('unknown')
  })
})

function Bare({ ramp }: { ramp: ReturnType<typeof createFakeRamp> }) {
  const client = useMemo(() => ({ ...createFakeClient(), ...ramp }), [ramp])
  const { state, start, getFrameProps } = useRampWidget({ client, remember: 'never' })
  const props = getFrameProps()
  return (
    <>
      <button type="button" onClick={() => start()}>
        {state.status}
      </button>
      {props && <iframe {...props} title="Bare" />}
    </>
  )
}

describe('the hook alone', () => {
  it('makes one session however often it is told to start', async () => {
    const ramp = createFakeRamp(server)
    render(<Bare ramp={ramp} />)
    const button = screen.getByRole('button')
    for (let n = 0; n < 5; n++) fireEvent.click(button)
    const element = await screen.findByTitle('Bare')
    for (let n = 0; n < 5; n++) fireEvent.click(button)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ramp.sessions).toHaveLength(1)
    expect(screen.getByTitle('Bare')).toBe(element)
  })
})
