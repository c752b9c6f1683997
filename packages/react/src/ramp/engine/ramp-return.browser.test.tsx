import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { passTime, stopTime } from '../../test-support/let-time-pass.js'
import {
  click,
  createFakeRamp,
  dispatchFrameMessage,
  heading,
  inAWideWindow,
  rampFrame,
  rampOrigin,
  rampPage,
  rampServer,
  renderRamp,
} from '../../test-support/render-ramp.js'
import { followSessions } from './session-watch.js'

inAWideWindow()

describe('returning to the page', () => {
  it('restores the session, watches it and does not frame it', async () => {
    const ramp = createFakeRamp(rampServer)
    const onCompleted = vi.fn()
    const first = renderRamp({ onCompleted }, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    first.unmount()
    expect(ramp.watching).toBe(0)
    const second = renderRamp({ onCompleted, autoStart: true }, { ramp })
    await heading('Waiting for the result')
    expect(rampFrame()).toBeNull()
    expect(ramp.sessions).toHaveLength(1)
    ramp.setSessionState({ status: 'completed', livemode: false })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
    second.unmount()

    renderRamp({ onCompleted }, { ramp })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
    click('Done')
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
  })

  it('reports the end of a session of a removed widget once, and not in the next widget', async () => {
    const ramp = createFakeRamp(rampServer)
    const onStateChange = vi.fn()
    const { client, unmount } = renderRamp({ onStateChange }, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const [state] = onStateChange.mock.lastCall ?? []
    unmount()
    const end = vi.fn()
    const stop = followSessions(state, { client }, end)
    expect(ramp.watching).toBe(1)
    ramp.setSessionState({ status: 'processing' })
    expect(end).not.toHaveBeenCalled()
    ramp.setSessionState({ status: 'completed' })
    expect(end.mock.calls).toEqual([[{ status: 'completed', sessionId: state.session.id }]])
    stop()
    expect(ramp.watching).toBe(0)

    const onCompleted = vi.fn()
    renderRamp({ onCompleted }, { ramp })
    expect(await screen.findByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect([ramp.watching, onCompleted.mock.calls]).toEqual([0, []])
  })

  it('shows a result that arrived while no page was open', async () => {
    const ramp = createFakeRamp(rampServer)
    const first = renderRamp({}, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    first.unmount()
    ramp.setSessionState({ status: 'completed', details: { amount: '0.1', currency: 'BTC' } })
    const onCompleted = vi.fn()
    renderRamp({ onCompleted }, { ramp })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
  })

  it('stores nothing that opens a session or identifies the user', async () => {
    renderRamp({ email: 'you@mail.example' }, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    expect(stored).toContain('v0/watch/ramp-1')
    for (const secret of ['token-1', 'you@mail.example', rampPage]) expect(stored).not.toContain(secret)
  })

  it('keeps the sessions of another tab when this one writes its own', async () => {
    const ramp = createFakeRamp(rampServer)
    // Both tabs ask for an address before either has a session, so neither finds the other's at the start.
    const tabs = [1, 2].map(() => renderRamp({ guest: true }, { ramp }))
    const pressContinue = async ({ container }: (typeof tabs)[number]) =>
      fireEvent.click(await within(container).findByRole('button', { name: /^Continue/ }))
    for (const tab of tabs) {
      await pressContinue(tab)
      // The field is found by its role, because Preact numbers ids in each root, and two roots in one document then
      // have the same ids.
      const [email] = await within(tab.container).findAllByRole('textbox')
      if (!email) throw new Error('There is no field for an e-mail address.')
      fireEvent.change(email, { target: { value: 'you@mail.example' } })
    }
    for (const tab of tabs) {
      await pressContinue(tab)
      await waitFor(() => expect(tab.container.querySelector('iframe')).not.toBeNull())
    }
    const [first] = ramp.sessions
    // The first tab writes again, and keeps what the second has written.
    ramp.setSessionState({ status: 'processing' }, first)
    await waitFor(() => expect(tabs[0]?.container.querySelector('[data-state="processing"]')).not.toBeNull())
    for (const { unmount } of tabs) unmount()

    const onCompleted = vi.fn()
    renderRamp({ onCompleted }, { ramp })
    await waitFor(() => expect(ramp.watching).toBe(2))
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
    expect(onCompleted).toHaveBeenCalledOnce()
  })

  it('works without access to storage', async () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    const { ramp } = renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
    setItem.mockRestore()
  })

  it('does not show an old session that the person abandoned', async () => {
    stopTime()
    const ramp = createFakeRamp({ ...rampServer, lifeSeconds: 60 })
    const first = renderRamp({}, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    first.unmount()
    passTime(61)
    renderRamp({}, { ramp })
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    await waitFor(() => expect(ramp.watching).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })
})

describe('time and expiry', () => {
  it.each([61, 10, -10])(
    'uses the server’s time on a device whose clock is %i minutes fast',
    async (minutesFast) => {
      const serverTime = () => Date.now() - minutesFast * 60_000
      const inMinutes = (minutes: number) => new Date(serverTime() + minutes * 60_000).toISOString()
      const ramp = createFakeRamp({
        ...rampServer,
        tamper: (session, request) => ({
          ...(rampServer.tamper?.(session, request) ?? session),
          // Two minutes before the expiry, the remaining time is shown.
          expires_at: inMinutes(1.5),
        }),
      })
      const { client, unmount } = renderRamp({}, { ramp })
      client.clock.takeReply(inMinutes(0), Date.now(), Date.now())
      click('Continue to provider')
      await waitFor(() => expect(rampFrame()).not.toBeNull())
      dispatchFrameMessage('WIDGET_READY')
      expect(await screen.findByRole('timer')).toHaveTextContent(/1:(2|3)\d/)
      unmount()
      const afterReload = renderRamp({}, { ramp })
      await heading('Waiting for the result')
      expect(afterReload.client.clock.offsetMs).toBeCloseTo(-minutesFast * 60_000, -3)
      expect(ramp.sessions).toHaveLength(1)
    },
  )

  it('keeps a frame whose session has expired, and renews it on a click', async () => {
    const onExpired = vi.fn()
    stopTime()
    const { ramp } = renderRamp({ onExpired }, { server: { ...rampServer, lifeSeconds: 60 } })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const element = rampFrame()
    dispatchFrameMessage('WIDGET_READY')
    expect(await screen.findByText(/This session ends in/)).toBeVisible()
    passTime(61)
    expect(await screen.findByText('This session has ended', { selector: 'strong *' })).toBeVisible()
    expect(rampFrame()).toBe(element)
    expect(onExpired).toHaveBeenCalledOnce()
    click('Start a new session')
    await waitFor(() => expect(ramp.sessions).toHaveLength(2))
    await waitFor(() => expect(rampFrame()).not.toBe(element))
  })

  it('renews a link that nobody followed, a limited number of times', async () => {
    vi.spyOn(UserActivation.prototype, 'isActive', 'get').mockReturnValue(false)
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: { lifeSeconds: 30.2 } })
    click('Continue to provider')
    await screen.findByRole('link')
    await waitFor(() => expect(ramp.sessions).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('link').getAttribute('href')).toContain('token-2'))
    await waitFor(() => expect(ramp.sessions).toHaveLength(4))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(ramp.sessions).toHaveLength(4)
  })

  it('checks at once when the person returns to the page', async () => {
    const { ramp } = renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(ramp.watching).toBe(1))
    const before = ramp.refreshed
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new PageTransitionEvent('pageshow'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(ramp.refreshed).toBe(before + 3)
  })
})

describe('leaving the page', () => {
  it('stops every watch, timer and listener', async () => {
    const { ramp, unmount } = renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const source = rampFrame()?.contentWindow ?? null
    unmount()
    expect(ramp.watching).toBe(0)
    const before = ramp.refreshed
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(
      new MessageEvent('message', { data: { type: 'WIDGET_READY' }, origin: rampOrigin, source }),
    )
    expect(ramp.refreshed).toBe(before)
  })

  it('cancels a pending request', async () => {
    const { unmount, client } = renderRamp({}, { server: { ...rampServer, delayMs: 60_000 } })
    const signals: AbortSignal[] = []
    const createRampSession = client.createRampSession
    client.createRampSession = (request, options) => {
      if (options?.signal) signals.push(options.signal)
      return createRampSession(request, options)
    }
    click('Continue to provider')
    await waitFor(() => expect(signals).toHaveLength(1))
    unmount()
    await waitFor(() => expect(signals[0]?.aborted).toBe(true))
  })
})
