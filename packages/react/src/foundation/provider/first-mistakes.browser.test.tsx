import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { LeydenProvider, PayToLightningAddress } from '../../index.js'
import { setNetwork } from '../../test-support/set-network.js'

const address = 'alice@wallet.example'
/** A page without TypeScript. */
const Pay = PayToLightningAddress as (props: Record<string, unknown>) => ReactElement

const metadata = {
  tag: 'payRequest',
  minSendable: 1_000,
  maxSendable: 100_000_000,
  metadata: JSON.stringify([['text/plain', 'Tips for Alice']]),
}
const found = () => Response.json({ success: true, data: { valid: true, metadata } })
const missing = () => new Response('Not found', { status: 404 })
const blocked = () => Promise.reject(new TypeError('Failed to fetch'))

const NOT_READY = 'This payment is not ready yet.'
const NOT_RESPONDING = 'This site is not responding.'
const WORKS = 'Tips for Alice'
const tip = { address, amountSats: 2_100 }

let shops = 0

interface Mistake {
  props: object
  isWithoutProvider?: boolean
  server?: () => Response | Promise<Response>
  /** Whether the browser reports no network. */
  isReportedOffline?: boolean
  screen: string
  /** The words of the one line in the console; null if nothing is wrong. */
  console: RegExp | null
}

const mistakes: Record<string, Mistake> = {
  'a wrong bffUrl': {
    props: tip,
    server: missing,
    screen: 'This site is having problems right now.',
    console: /bffUrl "https:.+404.+correct bffUrl/,
  },
  'no provider': {
    props: tip,
    isWithoutProvider: true,
    screen: NOT_READY,
    console: /LeydenProvider.+bffUrl/,
  },
  'an amount as a text': {
    props: { address, amountSats: '2100' },
    screen: NOT_READY,
    console: /amountSats=\{"2100"\}.+whole sats/,
  },
  'an amount in millisatoshi': {
    props: { address, amountMsat: 2_100_000 },
    screen: NOT_READY,
    console: /Write amountSats/,
  },
  'a currency without its rate': {
    props: { address, currency: 'EUR' },
    screen: WORKS,
    console: /currency.+Write fiat/,
  },
  'a misspelt callback': {
    props: { ...tip, onPayed: () => {} },
    screen: WORKS,
    console: /onPayed.+Write onPaid/,
  },
  'a bigint and an address in capitals, which are right': {
    props: { address: 'ALICE@wallet.example', amountSats: 2_100n },
    screen: WORKS,
    console: null,
  },
  'a request that an ad blocker, CORS or a policy stops': {
    props: tip,
    server: blocked,
    screen: NOT_RESPONDING,
    console: /BFF running.+allowedOrigins.+ad blocker.+Content-Security-Policy/,
  },
  'the same in a browser that reports no network': {
    props: tip,
    server: blocked,
    isReportedOffline: true,
    screen: NOT_RESPONDING,
    console: /BFF running.+allowedOrigins.+ad blocker.+Content-Security-Policy/,
  },
}

// A missing style sheet is told in development only: the test of the tarballs makes this mistake.
it.each(Object.entries(mistakes))(
  'of the first hour is named on the screen and in the console: %s',
  async (_, { props, isWithoutProvider, server = found, isReportedOffline = false, ...told }) => {
    setNetwork(!isReportedOffline, true)
    vi.spyOn(window, 'fetch').mockImplementation(async (input) =>
      // The page's own server answers in any case.
      String(input) === location.href ? new Response() : server(),
    )
    const lines: string[] = []
    for (const level of ['warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.join(' ')))
    // A shop of its own: the page keeps the answers of each.
    const bffUrl = `https://shop-${++shops}.example/leyden`
    const widget = <Pay {...props} />
    render(isWithoutProvider ? widget : <LeydenProvider bffUrl={bffUrl}>{widget}</LeydenProvider>)
    expect(await screen.findByText(told.screen)).toBeVisible()
    const ours = () => [...new Set(lines.filter((each) => each.startsWith('Leyden')))]
    const expected = told.console ? [expect.stringMatching(told.console)] : []
    // What judges an unknown name, and what knows the causes of a failed request, are loaded first.
    await vi.waitFor(() => expect(ours()).toEqual(expected))
  },
)
