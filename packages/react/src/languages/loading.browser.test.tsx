import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LeydenProvider, type LeydenProviderProps, PayToLightningAddress, RampWidget } from '../index.js'
import { createFakeClient } from '../testing/fake-client.js'
import { german } from './de/pay.js'

const client = createFakeClient()
const problems: unknown[] = []
const onProblem = (event: Event) => {
  event.preventDefault()
  problems.push(event)
}
window.addEventListener('error', onProblem)
window.addEventListener('unhandledrejection', onProblem)

afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

function page(provider: LeydenProviderProps) {
  return (
    <StrictMode>
      <LeydenProvider client={client} {...provider}>
        <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
        <RampWidget quoteCurrency="USD" />
      </LeydenProvider>
    </StrictMode>
  )
}

const findHeading = (name: string) => screen.findByRole('heading', { name })

/** Waits long enough for pending requests to finish. */
const waitForRequests = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('the locale of a provider', () => {
  it('loads our language for both widgets, which show English until it has loaded', async () => {
    const { rerender } = render(page({ locale: 'de-AT' }))
    expect(screen.getByRole('heading', { name: 'Pay with Lightning' })).toBeVisible()
    expect(await findHeading('Mit Lightning bezahlen')).toBeVisible()
    expect(await findHeading('Bitcoin kaufen')).toBeVisible()
    for (const region of screen.getAllByRole('region')) expect(region).toHaveAttribute('lang', 'de-AT')
    rerender(page({ locale: 'pt' }))
    expect(await findHeading('Pagar com Lightning')).toBeVisible()
    rerender(page({ locale: 'en-GB' }))
    expect(await findHeading('Pay with Lightning')).toBeVisible()
  })

  it('loads no language if the page passes one', async () => {
    render(page({ locale: 'de', language: { locale: 'de', pay: { payTitle: 'Trinkgeld' } } }))
    await waitForRequests()
    expect(screen.getByRole('heading', { name: 'Trinkgeld' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Buy bitcoin' })).toBeVisible()
  })

  it.each(['nl', 'constructor', ''])('that we have no language for keeps English: %j', async (locale) => {
    const consoleError = vi.spyOn(console, 'error')
    render(page({ locale }))
    await waitForRequests()
    expect(screen.getByRole('heading', { name: 'Pay with Lightning' })).toBeVisible()
    expect(screen.getByText(locale === 'nl' ? '2.100' : '2,100')).toBeVisible()
    expect(consoleError).not.toHaveBeenCalled()
  })
})

describe('a language that cannot be loaded', () => {
  const cause = new Error('404')
  const failingLoaders: [string, () => Promise<never>][] = [
    ['is refused', () => Promise.reject(cause)],
    [
      'throws',
      () => {
        throw cause
      },
    ],
    ['has another name in its file', () => Promise.resolve(undefined as never)],
  ]

  it.each(failingLoaders)('is reported once, and English stays: %s', async (_, load) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { rerender } = render(page({ locale: 'de', language: () => load() }))
    await vi.waitFor(() => expect(consoleError).toHaveBeenCalled())
    rerender(page({ locale: 'de', language: () => load() }))
    await waitForRequests()
    expect(consoleError).toHaveBeenCalledTimes(1)
    expect(consoleError.mock.calls[0]?.[0]).toMatch(/^Leyden could not load its language for the locale "de"/)
    expect(screen.getByRole('heading', { name: 'Pay with Lightning' })).toBeVisible()
  })

  it('is requested again with the next locale', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const load = vi.fn((locale: string) =>
      locale === 'nl' ? Promise.reject(cause) : Promise.resolve(german),
    )
    const { rerender } = render(page({ locale: 'nl', language: () => load('nl') }))
    await waitForRequests()
    rerender(page({ locale: 'de', language: () => load('de') }))
    expect(await findHeading('Mit Lightning bezahlen')).toBeVisible()
  })
})

describe('a language of your own', () => {
  it('falls back to English for missing keys, and ignores unknown ones', async () => {
    // The file of a translator may have only some keys, an old key, and a key that is still empty.
    const dutch = JSON.parse(
      '{"locale":"nl","pay":{"payTitle":"Betaal met Lightning","oldKey":"Weg","back":null},"other":[1]}',
    )
    render(page({ language: dutch }))
    expect(screen.getByRole('heading', { name: 'Betaal met Lightning' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Pay( \d|$)/ })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Buy bitcoin' })).toBeVisible()
  })

  it('falls back to the next language in the list for missing keys', async () => {
    render(page({ language: [{ locale: 'de-CH', pay: { payTitle: 'Mit Lightning zahle' } }, german] }))
    expect(screen.getByRole('heading', { name: 'Mit Lightning zahle' })).toBeVisible()
    expect(screen.getByRole('button', { name: /bezahlen$/ })).toBeVisible()
  })
})
