import { isLeydenError, type LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  click,
  dispatchFrameMessage,
  heading,
  inAWideWindow,
  rampFrame,
  rampOrigin,
  rampPage,
  rampServer,
  renderRamp,
} from '../../test-support/render-ramp.js'
import { checkEnvironment } from '../engine/check-environment.js'
import type { RampState } from '../flow/ramp-state.js'

inAWideWindow()

describe('the frame and the server', () => {
  const openFrame = async (props = {}, options = {}) => {
    const rendered = renderRamp(props, { server: rampServer, ...options })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    return rendered
  }

  it('is shown through its steps', async () => {
    const onReady = vi.fn()
    const onStateChange = vi.fn()
    await openFrame({ onReady, onStateChange })
    dispatchFrameMessage('WIDGET_READY')
    dispatchFrameMessage('WIDGET_READY')
    expect(await screen.findByText('Camera or pop-ups blocked?')).toBeVisible()
    const shown = document.body.textContent
    dispatchFrameMessage('WIDGET_STEP_CHANGE', { step: 'identity' })
    dispatchFrameMessage('WIDGET_STEP_CHANGE', { step: '<b>pwned</b>' })
    const steps = () => onStateChange.mock.calls.map(([state]) => state.step?.name).filter(Boolean)
    await waitFor(() => expect(steps()).toEqual(['identity', '<b>pwned</b>']))
    // The provider names its steps itself.
    expect(document.body.textContent).toBe(shown)
    expect(onReady).toHaveBeenCalledOnce()
  })

  /** Renders the widget in the middle of a page on a desk. @returns a function that tells whether a person sees an element as a whole */
  const onADesk = async (...[props, options]: Parameters<typeof renderRamp>) => {
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    await page.viewport(1_280, 800)
    const header = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
    header.style.height = '600px'
    renderRamp(props, options)
    const footer = document.body.appendChild(document.createElement('div'))
    footer.style.height = '700px'
    onTestFinished(() => {
      header.remove()
      footer.remove()
    })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to provider' }))
    return (element: HTMLElement) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top >= 0 && bottom <= 800) || [top, bottom]
    }
  }

  it('shows the form of a guest as a whole', async () => {
    const isInSight = await onADesk({ guest: true })
    await waitFor(() => expect(screen.getByLabelText('E-mail address')).toHaveFocus())
    expect(isInSight(screen.getByRole('region'))).toBe(true)
  })

  it('leaves the name of its site and the way out in sight, wherever the page is scrolled', async () => {
    // The name is known after the frame has been scrolled into sight.
    const isInSight = await onADesk({}, { server: { ...rampServer, delayMs: 100 } })
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    dispatchFrameMessage('WIDGET_READY')
    await screen.findByText('Camera or pop-ups blocked?')
    const kept = () => [
      screen.getByText(new URL(rampOrigin).host),
      screen.getByRole('button', { name: 'Close' }),
    ]
    await waitFor(() =>
      expect([...kept(), screen.getByRole('region')].map(isInSight)).toEqual([true, true, true]),
    )
    scrollBy(0, 200)
    expect(kept().map(isInSight)).toEqual([true, true])
  })

  it('never completes a purchase by a message of the frame, and completes it once by the status of the server', async () => {
    const onCompleted = vi.fn()
    const { ramp } = await openFrame({ onCompleted })
    const element = rampFrame()
    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE', { amount: '1' })
    await heading('Confirming your purchase')
    expect(rampFrame()).toBe(element)
    expect(element).not.toBeVisible()
    expect(onCompleted).not.toHaveBeenCalled()
    const details = { amount: '0.00042', currency: 'BTC', destination: 'alice@wallet.example' }
    ramp.setSessionState({ status: 'completed', livemode: false, details, at: '2026-01-01T14:02:00Z' })
    ramp.setSessionState({ status: 'completed', livemode: false, details, at: '2026-01-01T14:02:00Z' })
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
    expect(rampFrame()).toBeNull()
    expect(ramp.watching).toBe(0)
  })

  it('keeps the frame visible when the server reports that money moves', async () => {
    const { ramp } = await openFrame()
    const element = rampFrame()
    ramp.setSessionState({ status: 'processing' })
    await screen.findByText('The provider is processing your payment.', { selector: '.ly-muted' })
    expect(rampFrame()).toBe(element)
    expect(element).toBeVisible()
  })

  it('lets a person return to a frame that reported "done" too early', async () => {
    await openFrame()
    const element = rampFrame()
    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE')
    await heading('Confirming your purchase')
    click('Back to the provider’s page')
    expect(element).toBeVisible()
    expect(rampFrame()).toBe(element)
  })

  it('ignores every message that is not of the frame’s window, origin and format, and never throws', async () => {
    const onReady = vi.fn()
    const onStateChange = vi.fn()
    const onError = vi.fn()
    const onWindowError = vi.fn()
    window.addEventListener('error', onWindowError)
    await openFrame({ onReady, onStateChange, onError })
    onStateChange.mockClear()
    const source = rampFrame()?.contentWindow ?? null
    const done = { type: 'WIDGET_TRANSACTION_COMPLETE' }
    const post = (init: MessageEventInit) => window.dispatchEvent(new MessageEvent('message', init))
    for (const wrongOrigin of [
      '',
      'null',
      `${rampOrigin}.evil.example`,
      rampOrigin.replace('http', 'https'),
      'http://localhost:1',
    ])
      post({ data: done, origin: wrongOrigin, source })
    post({ data: done, origin: rampOrigin, source: window })
    post({ data: done, origin: rampOrigin, source: null })
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
      post({ data, origin: rampOrigin, source })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByText('Confirming your purchase')).toBeNull()
    expect(rampFrame()).toBeVisible()
    for (const callback of [onReady, onStateChange, onError, onWindowError])
      expect(callback).not.toHaveBeenCalled()
    window.removeEventListener('error', onWindowError)
  })

  it('reports an error of the frame to the page, once for each code', async () => {
    const onError = vi.fn()
    await openFrame({ onError })
    dispatchFrameMessage('WIDGET_READY')
    dispatchFrameMessage('WIDGET_ERROR', { code: 'KYC_REJECTED' })
    dispatchFrameMessage('WIDGET_ERROR', { code: 'KYC_REJECTED' })
    dispatchFrameMessage('WIDGET_ERROR', { code: 'CARD_DECLINED' })
    dispatchFrameMessage('WIDGET_ERROR')
    expect(onError.mock.calls.map(([error]) => [isLeydenError(error), error.code, error.reason])).toEqual([
      [true, 'RAMP_PAGE_ERROR', 'KYC_REJECTED'],
      [true, 'RAMP_PAGE_ERROR', 'CARD_DECLINED'],
      [true, 'RAMP_PAGE_ERROR', undefined],
    ])
    expect(await screen.findByText('Problems on the provider’s page?')).toBeVisible()
    expect(document.body.textContent).not.toContain('KYC_REJECTED')
  })

  it.each(['WIDGET_CLOSE', 'WIDGET_CLOSED'])(
    'reports to the page once that the frame closed itself by %s',
    async (type) => {
      const onClose = vi.fn()
      await openFrame({ onClose })
      dispatchFrameMessage('WIDGET_READY')
      dispatchFrameMessage(type)
      dispatchFrameMessage(type)
      await heading('Purchase cancelled')
      expect(onClose.mock.calls).toEqual([[{ by: 'provider' }]])
    },
  )

  it('reports to the page that the frame closed itself after it was done, and still shows the result', async () => {
    const onClose = vi.fn()
    const { ramp } = await openFrame({ onClose })
    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE')
    dispatchFrameMessage('WIDGET_CLOSE')
    expect(onClose.mock.calls).toEqual([[{ by: 'provider' }]])
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('reads other message formats with an adapter of the page, and survives a broken adapter', async () => {
    const onStateChange = vi.fn()
    await openFrame({
      onStateChange,
      messageAdapter: (data: unknown) => {
        if (data === 'throw') throw new Error('adapter')
        return data === 'step:card' ? { type: 'step', step: 'card' } : ({ type: 'step', step: 3 } as never)
      },
    })
    const source = rampFrame()?.contentWindow ?? null
    for (const data of ['throw', 'other', 'step:card'])
      window.dispatchEvent(new MessageEvent('message', { data, origin: rampOrigin, source }))
    expect(onStateChange.mock.lastCall?.[0]).toMatchObject({ status: 'open', step: { name: 'card' } })
  })

  it('has the height that it asks for, within limits', async () => {
    await openFrame()
    const element = rampFrame()
    const height = () => Math.round(element?.getBoundingClientRect().height ?? 0)
    // The title and the line below it have the rest.
    const screenHeight = window.innerHeight - 184
    expect(height()).toBe(Math.min(720, screenHeight))
    dispatchFrameMessage('WIDGET_RESIZE', { height: 300 })
    expect(height()).toBe(Math.min(300, screenHeight))
    dispatchFrameMessage('WIDGET_RESIZE', { height: 800 })
    expect(height()).toBe(Math.min(800, screenHeight))
    dispatchFrameMessage('WIDGET_RESIZE', { height: 10_000 })
    expect(height()).toBe(screenHeight)
    dispatchFrameMessage('WIDGET_RESIZE', { height: -5 })
    expect(height()).toBe(Math.min(240, screenHeight))
  })

  it('asks before it is left, and still shows the result afterwards', async () => {
    const onClose = vi.fn()
    const onDone = vi.fn()
    const { ramp } = await openFrame({ onClose, onDone })
    dispatchFrameMessage('WIDGET_READY')
    click('Close')
    const question = await screen.findByRole('alertdialog')
    expect(rampFrame()).toBeVisible()
    fireEvent.click(within(question).getByRole('button', { name: 'Stay' }))
    expect(rampFrame()).toBeVisible()
    click('Close')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await heading('Purchase cancelled')
    expect(rampFrame()).toBeNull()
    expect(onClose.mock.calls).toEqual([[{ by: 'person' }]])
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
    click('Done')
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect(onDone).toHaveBeenCalledOnce()
  })

  it.each([
    ['failed', 'The purchase failed.', ['PURCHASE_FAILED']],
    ['cancelled', 'Purchase cancelled', []],
    ['needs_review', 'This purchase needs to be checked', ['NEEDS_REVIEW']],
  ] as const)('shows the status %s, and reports an error to the page', async (status, words, codes) => {
    const onError = vi.fn<(error: LeydenError) => void>()
    const { ramp } = await openFrame({ onError })
    ramp.setSessionState({ status })
    expect(await screen.findByText(words, { selector: 'strong *, h3' })).toBeVisible()
    expect(rampFrame()).toBeNull()
    ramp.setSessionState({ status })
    expect(onError.mock.calls.map(([{ code }]) => code)).toEqual(codes)
  })

  it('tells the page of each state once, and again of another step', async () => {
    const onStateChange = vi.fn<(state: RampState) => void>()
    const { ramp } = await openFrame({ onStateChange })
    dispatchFrameMessage('WIDGET_READY')
    dispatchFrameMessage('WIDGET_READY')
    for (const step of ['identity', 'identity', 'card']) dispatchFrameMessage('WIDGET_STEP_CHANGE', { step })
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
    const states = onStateChange.mock.calls.map(([state]) => state)
    const told = states.map((state) =>
      state.status === 'open' ? `open ${state.step?.name ?? ''}` : state.status,
    )
    expect(told).toEqual(['creating', 'loading', 'open ', 'open identity', 'open card', 'completed'])
  })
})

describe('a content security policy', () => {
  const dispatchViolation = (disposition: 'enforce' | 'report', blockedURI = `${rampOrigin}${rampPage}`) =>
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        effectiveDirective: 'frame-src',
        violatedDirective: 'frame-src',
        originalPolicy: "frame-src 'none'",
        documentURI: location.href,
        statusCode: 200,
        blockedURI,
        disposition,
      }),
    )

  it('is reported as the cause if it blocked the frame, and not if it is report-only or blocked another frame', async () => {
    const onBlocked = vi.fn()
    renderRamp({ onBlocked, presentation: 'inline' }, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    dispatchViolation('report')
    dispatchViolation('enforce', 'https://elsewhere.example')
    dispatchViolation('enforce', `${rampOrigin}.example/`)
    expect(rampFrame()).not.toBeNull()
    dispatchViolation('enforce')
    await waitFor(() => expect(rampFrame()).toBeNull())
    expect(onBlocked.mock.calls).toEqual([['frame_src', expect.stringContaining(`frame-src ${rampOrigin}`)]])
  })
})

describe('an on-screen keyboard', () => {
  it('leaves the frame within the visible part of the page', async () => {
    renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const viewport = window.visualViewport as VisualViewport
    Object.defineProperty(viewport, 'height', { value: 311, configurable: true })
    viewport.dispatchEvent(new Event('resize'))
    expect(Math.round(rampFrame()?.getBoundingClientRect().height ?? 0)).toBeLessThanOrEqual(311)
    Reflect.deleteProperty(viewport, 'height')
    viewport.dispatchEvent(new Event('resize'))
    expect(rampFrame()?.getBoundingClientRect().height).toBeGreaterThan(311)
  })
})

describe('the examination of a page', () => {
  it('reports what is a problem, what is not, and what cannot be known before', () => {
    const findings = checkEnvironment({ origins: ['https://ramp.example'], needs: ['camera'] })
    const results = Object.fromEntries(findings.map(({ check, result }) => [check, result]))
    expect(results).toEqual({
      insecure_context: 'ok',
      // The test runner shows its tests in a frame.
      sandbox: window.parent === window ? 'ok' : 'unknown',
      permissions_policy: 'ok',
      in_app_browser: 'ok',
      frame_src: 'unknown',
      coep: 'unknown',
    })
    for (const { fix, result } of findings) expect(fix !== undefined).toBe(result !== 'ok')
  })

  it('does not report a feature as allowed if the page cannot pass it on', () => {
    const resultOf = (needs: string[], origins = ['https://ramp.example']) =>
      checkEnvironment({ origins, needs }).find(({ check }) => check === 'permissions_policy')?.result
    expect(resultOf(['no-such-feature'])).toBe('problem')
    expect(resultOf([])).toBe('unknown')
    expect(resultOf(['camera'], [])).toBe('unknown')
  })
})
