import { LeydenError } from '@leyden/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime, stopTime } from '../test-support/let-time-pass.js'
import {
  click,
  createFakeRamp,
  inAWideWindow,
  rampFrame,
  rampOrigin,
  rampPage,
  rampServer,
  renderRamp,
} from '../test-support/render-ramp.js'
import type { FakeClient } from '../testing/fake-client.js'
import { useRampWidget } from './use-ramp-widget.js'

inAWideWindow()

describe('from a click to the frame', () => {
  it('sends no request before a click', async () => {
    const { ramp } = renderRamp({ quoteCurrency: 'USD', baseCurrency: 'BTC' }, { server: rampServer })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ramp.sessions).toHaveLength(0)
  })

  it('frames the URL exactly as the server sent it, with the fewest permissions', async () => {
    const onSession = vi.fn()
    const widget_url = `${rampOrigin}${rampPage}?session=a%20b&x=#/start`
    const tamper = (session: object) => ({ ...session, widget_url }) as never
    const { ramp } = renderRamp(
      { quoteCurrency: 'USD', baseCurrency: 'BTC', metadata: { order: '1' }, onSession },
      { server: { origin: rampOrigin, tamper } },
    )
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const element = rampFrame()
    expect(element?.getAttribute('src')).toBe(widget_url)
    expect(element?.getAttribute('allow')).toBe(
      `camera ${rampOrigin}; payment ${rampOrigin}; clipboard-write ${rampOrigin}`,
    )
    expect(element?.referrerPolicy).toBe('strict-origin')
    expect([...(element?.sandbox ?? [])].sort()).toEqual([
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ])
    expect(element?.title).toBe(`Buy bitcoin at ${location.host}`)
    expect(ramp.sessions.map(({ request }) => request)).toEqual([
      { quote_currency: 'USD', base_currency: 'BTC', metadata: { order: '1' } },
    ])
    expect(onSession).toHaveBeenCalledOnce()
    expect(onSession).toHaveBeenCalledWith({ sessionId: 'ses_1', expiresAt: expect.any(Date), mode: 'test' })
  })

  it('grants permissions to each origin that the provider may navigate to', async () => {
    const origins = [rampOrigin, 'https://kyc.example']
    renderRamp({ rampOrigins: origins, needs: ['microphone', 'camera'] }, { server: rampServer })
    click('Continue to provider')
    const granted = ['camera', 'payment', 'clipboard-write', 'microphone']
    const allow = granted.map((feature) => [feature, ...origins].join(' ')).join('; ')
    await waitFor(() => expect(rampFrame()?.allow).toBe(allow))
  })

  it('starts automatically with `autoStart`, once under StrictMode and after a hundred renders', async () => {
    const { ramp, rerender } = renderRamp(
      { autoStart: true, metadata: { a: '1', b: '2' } },
      { server: rampServer },
    )
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const first = rampFrame()
    for (let n = 0; n < 100; n++)
      rerender({
        autoStart: true,
        metadata: { b: '2', a: '1' },
        onReady: () => {},
        rampOrigins: [rampOrigin],
      })
    expect(ramp.sessions).toHaveLength(1)
    expect(rampFrame()).toBe(first)
  })

  it('makes one session for two quick clicks', async () => {
    const { ramp } = renderRamp({}, { server: { ...rampServer, delayMs: 20 } })
    const button = screen.getByRole('button', { name: 'Continue to provider' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(ramp.sessions).toHaveLength(1)
  })

  it('starts exactly one new session when the currency changes, and none for equal values', async () => {
    const { ramp, rerender } = renderRamp({ quoteCurrency: 'USD' }, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const first = rampFrame()
    rerender({ quoteCurrency: 'EUR' })
    await waitFor(() => expect(rampFrame()).not.toBe(first))
    rerender({ quoteCurrency: 'EUR' })
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(ramp.sessions.map(({ request }) => request.quote_currency)).toEqual(['USD', 'EUR'])
    expect(ramp.watching).toBe(2)
  })

  it('starts none when the currency changes while money moves', async () => {
    const { ramp, rerender } = renderRamp({ quoteCurrency: 'USD' }, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const first = rampFrame()
    ramp.setSessionState({ status: 'processing' })
    await screen.findByText('The provider is processing your payment.', { ignore: '[role="status"]' })
    rerender({ quoteCurrency: 'EUR' })
    ramp.setSessionState({ status: 'completed' })
    expect(await screen.findByRole('heading', { name: 'Purchase complete' })).toBeVisible()
    expect(ramp.sessions).toHaveLength(1)
    expect(first?.isConnected).toBe(false)
  })
})

describe('a guest', () => {
  const data = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

  it('enters e-mail address and destination before a session is made', async () => {
    const { ramp } = renderRamp({ guest: true }, { server: rampServer })
    click('Continue to provider')
    const email = await screen.findByLabelText('E-mail address')
    fireEvent.change(email, { target: { value: 'you@mail' } })
    click('Continue')
    expect(screen.getByText('Check the e-mail address.')).toBeVisible()
    expect(email).toHaveFocus()
    fireEvent.change(email, { target: { value: ' you@mail.example ' } })
    const destination = screen.getByLabelText(/Send the bitcoin to/)
    fireEvent.change(destination, { target: { value: `lnbc21u1${'q'.repeat(30)}` } })
    expect(
      await screen.findByText(/^This is an invoice for a single payment\. A Lightning Address or/),
    ).toBeVisible()
    fireEvent.change(destination, { target: { value: `nsec1${'q'.repeat(30)}` } })
    expect(screen.getByText(/^This is a secret key or a recovery phrase, so we removed it\./)).toBeVisible()
    expect(destination).toHaveValue('')
    fireEvent.change(destination, { target: { value: '⚡Alice@wallet.example' } })
    await screen.findByText('✓')
    expect(destination).toHaveValue('alice@wallet.example')
    await userEvent.click(email)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(ramp.sessions[0]?.request).toEqual({
      email: 'you@mail.example',
      destination: 'alice@wallet.example',
    })
  })

  it('is asked only if the server wants an e-mail address, and again if it refuses one', async () => {
    const tamper = (session: object, request: { email?: string | undefined }) => {
      if (request.email === 'no@mail.example') throw new LeydenError('INVALID_EMAIL', 'x')
      return { ...session, widget_url: `${rampOrigin}${rampPage}` } as never
    }
    const onError = vi.fn()
    renderRamp({ onError }, { server: { origin: rampOrigin, guests: true, tamper } })
    click('Continue to provider')
    const email = await screen.findByLabelText<HTMLInputElement>('E-mail address')
    expect(screen.getByText('The provider will send a code to this address.')).toBeVisible()
    fireEvent.change(email, { target: { value: 'no@mail.example' } })
    click('Continue')
    expect(await screen.findByText('Check the e-mail address.')).toBeVisible()
    const refusedEmail = screen.getByLabelText<HTMLInputElement>('E-mail address')
    expect(refusedEmail.value).toBe('no@mail.example')
    fireEvent.change(refusedEmail, { target: { value: 'yes@mail.example' } })
    click('Continue')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(onError).not.toHaveBeenCalled()
  })

  it.each([
    ['not an address', 'Bitcoin cannot be sent to this address.'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy', 'Bitcoin cannot be sent to this address.'],
    ['1111111111111111111114oLvT2', 'Bitcoin cannot be sent to this address.'],
    [`lno1${data}`, /^This is a BOLT 12 offer\. A Lightning Address or/],
    [`sp1q${data}${data}`, /^This is a silent payment address\. A Lightning Address or/],
    ['alice.user._bitcoin-payment.wallet.example', /^This is the DNS name of a bitcoin payment address/],
    [
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?req-pop=1',
      /^This link requires something that is not possible here\./,
    ],
  ])('sees that bitcoin cannot be sent to %s', async (destination, words) => {
    const { ramp } = renderRamp({ guest: true }, { server: rampServer })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'a@b.example' } })
    fireEvent.change(screen.getByLabelText(/Send the bitcoin to/), { target: { value: destination } })
    expect(await screen.findByText(words)).toBeVisible()
    click('Continue')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ramp.sessions).toHaveLength(0)
  })

  it.each([
    ['bob@mail.example', 'not_lightning_address', /^bob@mail\.example does not accept Lightning payments/],
    ['nobody@wallet.example', 'no_such_user', /^nobody@wallet\.example does not accept Lightning payments/],
    [
      'me@gmail.com',
      'not_in_sandbox',
      'Test mode works with test addresses only, such as alice@wallet.example.',
    ],
    ['ana@shop.example', 'not_usable', 'Bitcoin cannot be sent to this address.'],
    ['ana@shop.example', 'payer_data_required', '✓'],
  ] as const)('sees an error about the address, not its domain: %s', async (address, reason, words) => {
    const { client } = renderRamp({ guest: true }, { server: rampServer })
    client.validateLightningAddress = async () => ({
      valid: false,
      reason,
      mode: 'test',
      network: 'regtest',
    })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText(/Send the bitcoin to/), { target: { value: address } })
    expect(await screen.findByText(words)).toBeVisible()
  })
})

describe('a session that cannot be shown', () => {
  it.each([
    ['another origin', { widget_url: 'https://evil.example/?session=1' }],
    ['a look-alike origin', { widget_url: 'https://ramp.example.evil.example/' }],
    ['another port', { widget_url: 'https://ramp.example:444/' }],
    ['plain http', { widget_url: 'http://ramp.example/' }],
    ['a script', { widget_url: 'javascript:alert(1)' }],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }],
    ['no known origin', { ramp_origins: [] }],
  ])('for %s is neither framed nor linked to', async (name, change) => {
    const onError = vi.fn()
    const { ramp, container } = renderRamp(
      { onError },
      { server: { tamper: (session) => ({ ...session, ...change }) } },
    )
    const shownElements = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const element of container.querySelectorAll('iframe, a')) shownElements.add(element.outerHTML)
    })
    observer.observe(container, { childList: true, subtree: true, attributes: true })
    click('Continue to provider')
    // An error that a new session would repeat is a wrong setting of the shop.
    const isSetting = /origin|port/.test(name)
    const wrongSetting = 'This site cannot sell bitcoin right now.'
    const words = 'expires_at' in change ? 'This site is having problems right now.' : wrongSetting
    expect(await screen.findByText(words)).toBeVisible()
    observer.disconnect()
    expect([...shownElements]).toEqual([])
    expect(onError).toHaveBeenCalledOnce()
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: isSetting ? 'NOT_CONFIGURED' : 'BAD_RESPONSE',
    })
    expect(ramp.sessions).toHaveLength(1)
  })
})

describe('each error', () => {
  it.each([
    ['RATE_LIMITED', 'Too many tries. Wait a moment.', true],
    ['NOT_CONFIGURED', 'This site cannot sell bitcoin right now.', false],
    ['UNAUTHORIZED', 'This site cannot sell bitcoin right now.', false],
    ['INVALID_WEBHOOK_URL', 'This site cannot sell bitcoin right now.', false],
    ['BAD_REQUEST', 'This site cannot sell bitcoin right now.', false],
    ['SIGN_IN_REQUIRED', 'Please sign in to continue.', true],
    ['SERVICE_UNAVAILABLE', 'This site is having problems right now.', true],
    ['TIMEOUT', 'This site is not responding.', true],
    ['NETWORK', 'This site is not responding.', true],
    ['BAD_RESPONSE', 'This site is having problems right now.', true],
    ['NOT_FOUND', 'This site is having problems right now.', true],
    ['REGION_NOT_SUPPORTED', 'The provider refused this purchase.', false],
    ['REGION_NOT_SUPPORTED', 'The provider refused this purchase.', false, 422],
    ['REGION_NOT_SUPPORTED', 'The provider refused this purchase.', false, 502],
    ['MAINTENANCE', 'The provider is having problems right now.', true, 503],
    ['OVERLOADED', 'The provider is having problems right now.', true, 500],
    ['QUOTA_USED_UP', 'The provider is having problems right now.', true, 429],
    ['NOT_CONFIGURED', 'This site cannot sell bitcoin right now.', false, 503],
  ])(
    '%s is explained in our own text, with the next step',
    async (code, words, mayRepeat, status?: number) => {
      const tamper = () => {
        throw new LeydenError(code, 'The text of the service, which nobody shall see.', { status })
      }
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      renderRamp({}, { server: { tamper } })
      click('Continue to provider')
      expect(await screen.findByText(words, { selector: 'strong *' })).toBeVisible()
      const warnings = () => warn.mock.calls.filter(([text]) => `${text}`.includes('which nobody shall see'))
      const isForPeople = /^(RATE_LIMITED|SIGN_IN_REQUIRED)$/.test(code)
      await waitFor(() => expect(warnings()).toHaveLength(isForPeople ? 0 : 1))
      expect(document.querySelector('.leyden-status')).toHaveAttribute('data-code', code)
      warn.mockRestore()
      expect(document.body.textContent).not.toContain('text of the service')
      expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(mayRepeat)
    },
  )

  it.each(['RATE_LIMITED', 'A_CODE_THAT_NOBODY_KNOWS'])(
    'waits as long as it was told to with %s, then tries again',
    async (code) => {
      let calls = 0
      const { ramp } = renderRamp(
        {},
        {
          server: {
            origin: rampOrigin,
            tamper: (session) => {
              if (++calls === 1) throw new LeydenError(code, 'x', { retryAfterMs: 60_000 })
              return { ...session, widget_url: `${rampOrigin}${rampPage}` }
            },
          },
        },
      )
      stopTime()
      click('Continue to provider')
      const waitButton = await screen.findByRole('button', { name: /^Try again in 1\sminute$/ })
      fireEvent.click(waitButton)
      expect(ramp.sessions).toHaveLength(1)
      passTime(60)
      fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(rampFrame()).not.toBeNull())
    },
  )
})

function HookOnly({ client }: { client: FakeClient }) {
  const { state, actions, view } = useRampWidget({ client, remember: 'never' })
  const props = view.getFrameProps()
  return (
    <>
      <button type="button" onClick={() => actions.start()}>
        {state.status}
      </button>
      {props && <iframe {...props} title="Bare" />}
    </>
  )
}

describe('the hook without components', () => {
  it('makes one session however often it is started', async () => {
    const client = createFakeRamp(rampServer)
    render(<HookOnly client={client} />)
    const button = screen.getByRole('button')
    for (let n = 0; n < 5; n++) fireEvent.click(button)
    const element = await screen.findByTitle('Bare')
    for (let n = 0; n < 5; n++) fireEvent.click(button)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(client.sessions).toHaveLength(1)
    expect(screen.getByTitle('Bare')).toBe(element)
  })
})
