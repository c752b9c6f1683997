import { LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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
import type { RampWidgetProps } from '../ramp-widget-props.js'

inAWideWindow()

const waitForFrame = () => waitFor(() => expect(rampFrame()).not.toBeNull())
const goOn = () => screen.queryByRole('button', { name: 'Go on with your purchase' })

/** Opens the ramp's page as a guest, who is asked for an e-mail address. */
async function openAsGuest(props: RampWidgetProps = {}, ramp = createFakeRamp(rampServer)) {
  const page = renderRamp({ guest: true, quoteCurrency: 'USD', ...props }, { ramp })
  click('Continue to provider')
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'you@mail.example' } })
  click('Continue')
  await waitForFrame()
  return page
}

/** Closes the ramp's page, and confirms it. */
async function leave() {
  click('Close')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await heading('Purchase cancelled')
}

// A tap of an earlier test may still let this page open tabs, in place of the links that these tests follow.
beforeEach(() => void vi.spyOn(window, 'open').mockReturnValue(null))

describe('a session without an order that the person has left', () => {
  it('is gone on with by a guest, who is asked nothing again', async () => {
    const onSession = vi.fn()
    const { ramp } = await openAsGuest({ onSession })
    await leave()
    expect(rampFrame()).toBeNull()
    expect(screen.getByText(/^We have seen no payment so far/)).toBeVisible()
    click('Go on with your purchase')
    await waitForFrame()
    expect(rampFrame()?.getAttribute('src')).toBe(`${rampOrigin}${rampPage}`)
    expect(ramp.sessions).toHaveLength(1)
    expect(onSession).toHaveBeenCalledOnce()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('is gone on with by a signed-in user, or followed by a new one', async () => {
    const { ramp } = renderRamp({ quoteCurrency: 'USD' }, { server: rampServer })
    click('Continue to provider')
    await waitForFrame()
    await leave()
    click('Go on with your purchase')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(1)
    await leave()
    click('Start a new session')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(2)
  })

  it('is gone on with behind its link', async () => {
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: rampServer })
    click('Continue to provider')
    fireEvent.click(await screen.findByRole('link', { name: /^Open in a new tab/ }))
    await heading('Continue in the other tab')
    click('Go on with your purchase')
    expect(await screen.findByRole('link', { name: /^Open in a new tab/ })).toBeVisible()
    expect(ramp.sessions).toHaveLength(1)
  })

  it('is offered at the start, before a new one', async () => {
    const { ramp } = renderRamp({ presentation: 'tab', email: 'you@mail.example' }, { server: rampServer })
    click('Continue to provider')
    await screen.findByRole('link', { name: /^Open in a new tab/ })
    click('Close')
    click('Continue to provider')
    await heading('Waiting for the result')
    click('Go on with your purchase')
    expect(await screen.findByRole('link', { name: /^Open in a new tab/ })).toBeVisible()
    expect(ramp.sessions).toHaveLength(1)
  })

  it('is not offered after its expiry', async () => {
    stopTime()
    const onExpired = vi.fn()
    await openAsGuest({ onExpired }, createFakeRamp({ ...rampServer, lifeSeconds: 60 }))
    await leave()
    expect(goOn()).toBeVisible()
    passTime(61)
    await waitFor(() => expect(goOn()).toBeNull())
    expect(screen.getByRole('button', { name: 'Start a new session' })).toBeVisible()
    expect(onExpired).not.toHaveBeenCalled()
  })

  it('is not offered for another request of the page', async () => {
    const { rerender } = await openAsGuest()
    await leave()
    expect(goOn()).toBeVisible()
    rerender({ guest: true, quoteCurrency: 'EUR' })
    await waitFor(() => expect(goOn()).toBeNull())
    rerender({ guest: true, quoteCurrency: 'USD' })
    await waitFor(() => expect(goOn()).toBeVisible())
  })

  it('is not offered if the provider has closed it', async () => {
    await openAsGuest()
    dispatchFrameMessage('WIDGET_CLOSE')
    await heading('Purchase cancelled')
    expect(goOn()).toBeNull()
  })

  it('cannot be opened by a later page load, which has no link', async () => {
    const page = await openAsGuest()
    page.unmount()
    const { ramp } = renderRamp({ guest: true, quoteCurrency: 'USD' }, { ramp: page.ramp })
    await heading('Waiting for the result')
    expect(goOn()).toBeNull()
    expect(screen.getByRole('button', { name: 'Start a new session' })).toBeVisible()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('is shown, and not offered, once money moves in it', async () => {
    const { ramp } = await openAsGuest()
    await leave()
    ramp.setSessionState({ status: 'processing' })
    await heading('Confirming your purchase')
    expect(goOn()).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the provider’s page' })).toBeVisible()
  })
})

describe('the request of a session', () => {
  it('has the same idempotency key again only if no reply has come and nothing in it has changed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failures = [
      new LeydenError('NETWORK', 'x'),
      new LeydenError('NETWORK', 'x'),
      new LeydenError('TIMEOUT', 'x'),
      new LeydenError('TIMEOUT', 'x', { status: 504 }),
    ]
    const ramp = createFakeRamp({
      ...rampServer,
      tamper: (session, request) => {
        const failure = failures.shift()
        if (failure) throw failure
        return rampServer.tamper?.(session, request) ?? session
      },
    })
    const asked = vi.spyOn(ramp, 'createRampSession')
    const { rerender } = renderRamp({ quoteCurrency: 'USD' }, { ramp })
    const tryAgain = async (requests: number) => {
      fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(asked).toHaveBeenCalledTimes(requests))
    }
    click('Continue to provider')
    await tryAgain(2)
    rerender({ quoteCurrency: 'EUR' })
    for (const requests of [3, 4, 5]) await tryAgain(requests)
    await waitForFrame()
    const [first, again, changed, answered, last] = asked.mock.calls.map(
      ([, options]) => options?.idempotencyKey,
    )
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([again, answered]).toEqual([first, changed])
    expect(new Set([first, changed, last]).size).toBe(3)
  })
})
