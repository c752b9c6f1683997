import { LeydenError, type RampSession } from '@leyden/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
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
} from '../test-support/render-ramp.js'

inAWideWindow()

const ORDER = '0a1b2c3d.0123456789abcdef0123456789abcdef.abcdef.0123456789abcdef0123456789abcdef'
const waitForFrame = () => waitFor(() => expect(rampFrame()).not.toBeNull())
const silenceWarnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {})
/** A shop that refuses the first requests with these codes. */
function serverRefusing(...errors: LeydenError[]) {
  let requests = 0
  const tamper: typeof rampServer.tamper = (session, request) => {
    const error = errors[requests++]
    if (error) throw error
    return rampServer.tamper?.(session, request) ?? session
  }
  return { ...rampServer, tamper }
}

describe('a signed order', () => {
  it('is all that the page sends, and a guest is asked nothing', async () => {
    const { ramp } = renderRamp({ order: ORDER, guest: true }, { server: rampServer })
    click('Continue to provider')
    await waitForFrame()
    expect(ramp.sessions.map(({ request }) => request)).toEqual([{ order: ORDER, after: undefined }])
    expect(screen.queryByLabelText('E-mail address')).toBeNull()
  })

  it.each([
    ['email', 'mia@shop.example'],
    ['quoteCurrency', 'EUR'],
    ['baseCurrency', 'BTC_LN'],
    ['destination', 'alice@wallet.example'],
  ])('allows no %s beside it', async (name, value) => {
    const warn = silenceWarnings()
    const { ramp } = renderRamp({ order: ORDER, [name]: value }, { server: rampServer })
    click('Continue to provider')
    expect(await screen.findByText('Buying bitcoin is not available here yet.')).toBeVisible()
    await waitFor(() => expect(warn.mock.calls.flat().join()).toContain(`${name} is set beside order`))
    expect(ramp.sessions).toHaveLength(0)
  })

  it('of a function is fetched for each session, and once more when it has expired', async () => {
    const order = vi.fn(async () => `order ${order.mock.calls.length}`)
    const server = serverRefusing(new LeydenError('ORDER_EXPIRED', ''))
    const { ramp } = renderRamp({ order }, { server })
    expect(order).not.toHaveBeenCalled()
    click('Continue to provider')
    await waitForFrame()
    expect(ramp.sessions.map(({ request }) => request.order)).toEqual(['order 1', 'order 2'])
  })

  it.each([
    ['a text that has run out', ORDER, 1],
    ['a function whose second order has run out too', async () => ORDER, 2],
  ])('of %s leads back to the shop', async (_, order, requestCount) => {
    const expired = new LeydenError('ORDER_EXPIRED', '')
    const { ramp } = renderRamp({ order }, { server: serverRefusing(expired, expired, expired) })
    click('Continue to provider')
    expect(await screen.findByText('This order has expired.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(ramp.sessions).toHaveLength(requestCount)
  })

  it('that cannot be fetched is reported as the shop’s failure, and can be fetched again', async () => {
    const warn = silenceWarnings()
    const order = vi.fn(async () => ORDER).mockRejectedValueOnce(new Error('the shop is down'))
    renderRamp({ order }, { server: rampServer })
    click('Continue to provider')
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    expect(warn.mock.calls.flat().join()).toContain('The order function of the page failed')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitForFrame()
  })

  it.each([
    ['order', 'The provider does not accept the e-mail address of this order.'],
    ['account', 'The provider does not accept the e-mail address of your account.'],
  ])('or account whose e-mail address is refused names it, and shows no form: %s', async (field, title) => {
    const server = serverRefusing(new LeydenError('INVALID_EMAIL', '', { field }))
    renderRamp(field === 'order' ? { order: ORDER } : {}, { server })
    click('Continue to provider')
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.queryByLabelText('E-mail address')).toBeNull()
  })

  it('is restored after a reload only for the same order', async () => {
    const ramp = createFakeRamp(rampServer)
    const first = renderRamp({ order: ORDER }, { ramp })
    click('Continue to provider')
    await waitForFrame()
    dispatchFrameMessage('WIDGET_READY')
    dispatchFrameMessage('WIDGET_STEP_CHANGE', { step: 'quote' })
    await screen.findByText('Camera or pop-ups blocked?')
    first.unmount()
    expect(JSON.stringify(localStorage)).not.toContain(ORDER)
    const otherOrder = renderRamp({ order: ORDER.replace('.0123', '.3210') }, { ramp })
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    otherOrder.unmount()
    renderRamp({ order: ORDER }, { ramp })
    expect(await heading('Waiting for the result')).toBeVisible()
    ramp.setSessionState({ status: 'completed' })
    expect(await heading('Purchase complete')).toBeVisible()
  })
})

describe('the sessions of a signed order', () => {
  /** A page load in which the order has a session, and the next one, in this or another browser. */
  async function reload(ramp = createFakeRamp(rampServer), forget = false) {
    const first = renderRamp({ order: ORDER }, { ramp })
    click('Continue to provider')
    await waitForFrame()
    first.unmount()
    if (forget) localStorage.clear()
    const onCompleted = vi.fn()
    const { client } = renderRamp({ order: ORDER, onCompleted }, { ramp })
    return { ramp, onCompleted, client }
  }
  const requests = (ramp: ReturnType<typeof createFakeRamp>) => ramp.sessions.map(({ request }) => request)

  it('are gone on with after a reload, as long as one is open', async () => {
    const { ramp } = await reload()
    await heading('Waiting for the result')
    click('Go on with your purchase')
    await waitForFrame()
    expect(rampFrame()?.getAttribute('src')).toBe(`${rampOrigin}${rampPage}`)
    expect(ramp.sessions).toHaveLength(1)
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('are gone on with at the second try, if the first request ran into its time limit', async () => {
    const { ramp, client } = await reload()
    await heading('Waiting for the result')
    silenceWarnings()
    const { createRampSession } = client
    client.createRampSession = async () => {
      client.createRampSession = createRampSession
      throw new LeydenError('TIMEOUT', 'No answer within 10000 ms.')
    }
    click('Go on with your purchase')
    expect(await screen.findByText('This site is not responding.')).toBeVisible()
    click('Try again')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(1)
  })

  it('are followed by a new one after a sentence, and each of them may complete', async () => {
    const { ramp, onCompleted } = await reload()
    await heading('Waiting for the result')
    expect(screen.getByText(/^We have seen no payment so far/)).toBeVisible()
    click('Start a new session')
    await waitForFrame()
    expect(requests(ramp)).toEqual([
      { order: ORDER, after: undefined },
      { order: ORDER, after: 'ses_1' },
    ])
    const [first, second] = ramp.sessions
    ramp.setSessionState({ status: 'completed', details: { amount: '0.1', currency: 'BTC' } }, first)
    await heading('Purchase complete')
    expect(screen.getByText('0.1 BTC')).toBeVisible()
    expect(screen.queryByText('This order was paid twice.')).toBeNull()
    // A second purchase is shown, and reported with the first.
    ramp.setSessionState(
      { status: 'completed', details: { amount: '0.2', currency: 'BTC' }, duplicate_of: 'ses_1' },
      second,
    )
    expect(await screen.findByText('This order was paid twice.')).toBeVisible()
    expect(screen.getByText('0.2 BTC')).toBeVisible()
    expect(onCompleted.mock.calls.map(([{ sessionId, duplicateOf }]) => [sessionId, duplicateOf])).toEqual([
      ['ses_1', undefined],
      ['ses_2', 'ses_1'],
    ])
  })

  it('are each reported once, also if the duplicate is reported first', async () => {
    const { ramp, onCompleted } = await reload()
    await heading('Waiting for the result')
    click('Start a new session')
    await waitForFrame()
    const [first, second] = ramp.sessions
    ramp.setSessionState({ status: 'completed', duplicate_of: 'ses_1' }, second)
    expect(await screen.findByText('This order was paid twice.')).toBeVisible()
    const details = { amount: '0.1', currency: 'BTC' }
    ramp.setSessionState({ status: 'completed', details }, first)
    await waitFor(() => expect(onCompleted).toHaveBeenCalledTimes(2))
    ramp.setSessionState({ status: 'completed', details }, first)
    expect(onCompleted.mock.calls).toMatchObject([
      [{ sessionId: 'ses_2', duplicateOf: 'ses_1' }],
      [{ sessionId: 'ses_1', duplicateOf: undefined, details }],
    ])
    // The receipt still says that the order was paid twice.
    expect(screen.getByText('This order was paid twice.')).toBeVisible()
  })

  it('are watched on a second device, on which none was shown', async () => {
    const { ramp } = await reload(undefined, true)
    click('Continue to provider')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(1)
    const [first] = ramp.sessions
    // The page of a session may work once only, and posts nothing then.
    ramp.setSessionState({ status: 'processing' }, first)
    expect(await screen.findAllByText('The provider is processing your payment.')).not.toHaveLength(0)
    expect(rampFrame()).toBeVisible()
  })

  it('get no further one when money moves, and the link of that one is offered', async () => {
    const { ramp } = await reload()
    await heading('Waiting for the result')
    const [first] = ramp.sessions
    // Its report has not reached this page yet.
    if (first) first.state = { status: 'processing' }
    click('Start a new session')
    await heading('Confirming your purchase')
    expect(screen.queryByRole('button', { name: 'Start a new session' })).toBeNull()
    expect(ramp.sessions).toHaveLength(1)
    click('Back to the provider’s page')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(1)
  })

  it('are shown again in place of a new one after the person has closed the view', async () => {
    const { ramp } = await reload()
    await heading('Waiting for the result')
    ramp.setSessionState({ status: 'needs_review', suspect: ['destination'] })
    await heading('This purchase needs to be checked')
    expect(screen.getByText(/^What the provider reports does not match your purchase/)).toBeVisible()
    expect(screen.getByText('ses_1')).toBeVisible()
    click('Close')
    click('Continue to provider')
    await heading('This purchase needs to be checked')
    expect(ramp.sessions).toHaveLength(1)
  })

  it.each([
    ['five were opened', 'too_many_sessions', /There have been too many\. You can go on/],
    [
      'the provider refuses a second one',
      'refused_by_service',
      /The provider refused a second one\. You can go on/,
    ],
  ] as const)('get no further one when %s, and the open one is offered', async (_, reason, text) => {
    const { ramp, client } = await reload()
    await heading('Waiting for the result')
    const createRampSession = client.createRampSession
    client.createRampSession = async (request, options) => {
      if (request.after === undefined) return createRampSession(request, options)
      const { sessions } = await createRampSession({ order: ORDER })
      throw new LeydenError('NO_FURTHER_SESSION', 'No.', { reason, sessions })
    }
    click('Start a new session')
    expect(await screen.findByText('No further session is possible for this order.')).toBeVisible()
    expect(screen.getByText(text, { selector: '.ly-note .ly-grow *' })).toBeVisible()
    click('Go on with your purchase')
    await waitForFrame()
    expect(ramp.sessions).toHaveLength(1)
  })

  it('of a function get a new order when the first one has expired', async () => {
    const order = vi.fn(async () => `order ${order.mock.calls.length}`)
    const ramp = createFakeRamp(rampServer)
    const { client } = renderRamp({ order }, { ramp })
    click('Continue to provider')
    await waitForFrame()
    const createRampSession = client.createRampSession
    client.createRampSession = async (request, options) => {
      if (request.order === 'order 2') throw new LeydenError('ORDER_EXPIRED', '')
      return createRampSession(request, options)
    }
    dispatchFrameMessage('WIDGET_CLOSE')
    await heading('Purchase cancelled')
    click('Start a new session')
    await waitForFrame()
    expect(requests(ramp)).toEqual([
      { order: 'order 1', after: undefined },
      { order: 'order 3', after: undefined },
    ])
  })

  it('of a text that has expired lead back to the shop', async () => {
    const onClose = vi.fn()
    const server = serverRefusing(new LeydenError('ORDER_EXPIRED', ''))
    renderRamp({ order: ORDER, onClose }, { server })
    click('Continue to provider')
    expect(await screen.findByText('Go back to the shop to get a new one.')).toBeVisible()
    click('Back to the shop')
    expect(onClose.mock.calls).toEqual([[{ by: 'person' }]])
  })
})

describe('a session that the page fetches', () => {
  const sessionReply = (change: Partial<RampSession> = {}): RampSession => ({
    session_token: 'token-1',
    widget_url: `${rampOrigin}${rampPage}`,
    session_id: 'ses_fetched',
    expires_at: new Date(Date.now() + 900_000).toISOString(),
    ...change,
  })

  it('is shown and watched like any other, without a request to the BFF', async () => {
    const ramp = createFakeRamp(rampServer)
    const reply = await ramp.createRampSession({})
    const fetchSession = vi.fn(async () => reply)
    renderRamp({ fetchSession, guest: true }, { ramp })
    click('Continue to provider')
    await waitForFrame()
    expect(fetchSession).toHaveBeenCalledOnce()
    expect(ramp.sessions).toHaveLength(1)
    ramp.setSessionState({ status: 'completed' })
    expect(await heading('Purchase complete')).toBeVisible()
  })

  it.each([
    ['a bare reply of the service', () => sessionReply()],
    ['its whole envelope', () => ({ success: true, data: sessionReply() }) as unknown as RampSession],
  ])('from %s works, and ends as unconfirmed', async (_, reply) => {
    const warn = silenceWarnings()
    const onUnconfirmed = vi.fn()
    renderRamp({ fetchSession: async () => reply(), onUnconfirmed }, { server: rampServer })
    click('Continue to provider')
    await waitForFrame()
    expect(rampFrame()?.getAttribute('src')).toBe(`${rampOrigin}${rampPage}`)
    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE')
    expect(await heading('We cannot see the result here')).toBeVisible()
    expect(onUnconfirmed.mock.calls).toEqual([
      [expect.objectContaining({ sessionId: sessionReply().session_id })],
    ])
    expect(warn.mock.calls.filter(([line]) => String(line).includes('no watch_url'))).toHaveLength(1)
    expect(warn.mock.calls.flat().join()).toContain('bff.rampSession')
    click('Close')
    expect(await screen.findByRole('button', { name: 'Continue to provider' })).toBeVisible()
  })

  it('that is invalid is reported with the missing field', async () => {
    const onError = vi.fn()
    silenceWarnings()
    const fetchSession = async () => ({ error: 'no' }) as unknown as RampSession
    renderRamp({ fetchSession, onError }, { server: rampServer })
    click('Continue to provider')
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'BAD_RESPONSE', field: 'session_token' }),
    )
  })
})

describe('an origin that the shop does not list', () => {
  it('is reported as a wrong setting of the shop, and no second session is requested', async () => {
    const warn = silenceWarnings()
    const { ramp } = renderRamp({ rampOrigins: ['https://other.example'] }, { server: rampServer })
    click('Continue to provider')
    expect(await screen.findByText('This site cannot sell bitcoin right now.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(ramp.sessions).toHaveLength(1)
    await waitFor(() => expect(warn.mock.calls.flat().join()).toContain('rampOrigins'))
  })
})

describe('a visitor who is a guest for the page but known to the server', () => {
  it('continues with the e-mail address of the account', async () => {
    const warn = silenceWarnings()
    const knownVisitor = new LeydenError('BAD_REQUEST', '', { field: 'email' })
    const { ramp } = renderRamp({ guest: true }, { server: serverRefusing(knownVisitor) })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'g@mail.example' } })
    click('Continue')
    await waitForFrame()
    expect(ramp.sessions.map(({ request }) => request.email)).toEqual(['g@mail.example', undefined])
    expect(warn.mock.calls.flat().join()).toContain('signed in')
  })
})

describe('a destination that only the server can check', () => {
  it('is asked for again when the server refuses it', async () => {
    silenceWarnings()
    const wrongDestination = new LeydenError('BAD_REQUEST', '', { field: 'destination' })
    const { ramp } = renderRamp({ guest: true }, { server: serverRefusing(wrongDestination) })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'g@mail.example' } })
    const field = () => screen.getByLabelText(/^Send the bitcoin to/)
    fireEvent.change(field(), { target: { value: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' } })
    await screen.findByText('✓')
    click('Continue')
    expect(await screen.findByText('Bitcoin cannot be sent to this address.')).toBeVisible()
    fireEvent.change(field(), {
      target: { value: 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1' },
    })
    await screen.findByText('✓')
    click('Continue')
    await waitForFrame()
    expect(ramp.sessions.map(({ request }) => request.destination)).toEqual([
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ])
  })
})
