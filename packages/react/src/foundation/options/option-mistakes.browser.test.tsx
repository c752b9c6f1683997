import { render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { LeydenProvider, PayToLightningAddress, RampWidget } from '../../index.js'
import { payOptions, providerOptions, rampOptions } from '../../options.js'
import { type OptionMistake, optionMistakes } from '../../test-support/option-mistakes.js'
import { createFakeClient } from '../../testing.js'
import { FAILURES } from '../errors/error-kind.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { nameJudge } from './name-judge.js'
import type { OptionSubject } from './option-warnings.js'
import { judgeName } from './unknown-name.js'
import '../../styles.css'

const NOT_READY = { pay: 'This payment is not ready yet.', ramp: 'Buying bitcoin is not available here yet.' }
/** What people read if the shop, its service or the recipient has failed: nobody else must be blamed for a wrong prop. */
const FAILURE_TEXTS = Object.entries(FAILURES)
  .filter(([kind]) => kind !== 'wrongOption')
  .flatMap(([, { pay, ramp }]) => [String(payEnglish[pay]), String(rampEnglish[ramp])])
  .map((text) => text.replace(/\{.*/, ''))
const expectNobodyBlamed = () =>
  expect(FAILURE_TEXTS.filter((text) => text && document.body.textContent?.includes(text))).toEqual([])

let consoleMethods: Mock[]
beforeEach(() => {
  consoleMethods = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const method of consoleMethods) method.mockReset()
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
})
const consoleLines = () =>
  consoleMethods
    .flatMap(({ mock }) => mock.calls)
    .map(([line]) => String(line))
    // React names a handler that it does not know, but not the one that is meant.
    .filter((line) => !line.startsWith('Unknown event handler'))

const COMPONENTS = { pay: 'PayToLightningAddress', ramp: 'RampWidget', provider: 'LeydenProvider' }

/** Renders a widget with props that TypeScript would refuse. */
function renderWith(subject: OptionSubject, props: object) {
  const client = createFakeClient()
  const pages: { readonly [S in OptionSubject]: ReactNode } = {
    pay: (
      <LeydenProvider client={client}>
        <PayToLightningAddress {...props} />
      </LeydenProvider>
    ),
    ramp: (
      <LeydenProvider client={client}>
        <RampWidget {...props} />
      </LeydenProvider>
    ),
    provider: (
      <LeydenProvider {...props}>
        <PayToLightningAddress />
        <RampWidget />
      </LeydenProvider>
    ),
  }
  render(<StrictMode>{pages[subject]}</StrictMode>)
  return client
}

/** Which of the widgets are inert. */
const inertWidgets = () =>
  Object.values(NOT_READY).filter((sentence) => screen.queryByText(sentence) !== null)

async function expectOutcome(subject: OptionSubject, { option, props, screen: expected }: OptionMistake) {
  const client = renderWith(subject, props)
  // What judges an unknown name is loaded first.
  await waitFor(() => expect(consoleLines()).toHaveLength(1))
  const all = subject === 'provider' ? Object.values(NOT_READY) : [NOT_READY[subject]]
  expect(inertWidgets()).toEqual(expected === 'inert' ? all : [])
  expectNobodyBlamed()
  const lines = consoleLines()
  expect(lines[0]).toContain(`Leyden: <${COMPONENTS[subject]} ${option}={`)
  if (expected === 'inert') expect(client.lookedUp).toEqual([])
  for (const root of document.querySelectorAll('.leyden'))
    if (!option.startsWith('data-')) expect(root.getAttributeNames()).not.toContain(option.toLowerCase())
  return lines[0]
}

const rows = (['pay', 'ramp', 'provider'] as const).flatMap((subject) =>
  optionMistakes[subject].map((mistake) => ({ subject, code: mistake.code, mistake })),
)

describe('a wrong option', () => {
  it.each(rows)('of $subject, $code: is named, and nobody is blamed', async ({ subject, mistake }) => {
    const line = await expectOutcome(subject, mistake)
    expect(line).toMatch(
      mistake.isMisspelt ? / is not a prop of this component\. .*Until then, / : / must be |no effect|needs/,
    )
    expect(line).not.toContain('token-of-alice')
  })

  it.each([
    ['pay', payOptions],
    ['ramp', rampOptions],
    ['provider', providerOptions],
  ] as const)('of %s: the list has one for each option', (subject, table) => {
    const values = optionMistakes[subject].filter(({ isMisspelt }) => !isMisspelt)
    const named = new Set(values.map(({ option }) => option))
    expect([...named].sort()).toEqual(Object.keys(table).sort())
  })

  it('counts null as left out where it locks nothing', () => {
    renderWith('pay', { presets: null, fiat: null, onPaid: null, autoInvoice: null, description: null })
    expect(inertWidgets()).toEqual([])
    expect(consoleLines()).toEqual([])
  })
})

describe('what judges unknown names', () => {
  const load = () => vi.spyOn(nameJudge, 'load')
  const memo = { memo: 'Coffee' }

  it('is not loaded for a page without such a name', async () => {
    const loads = load()
    renderWith('pay', { address: 'alice@wallet.example', amountSats: 2_100, className: 'wide' })
    renderWith('ramp', { quoteCurrency: 'USD', id: 'buy' })
    renderWith('provider', { locale: 'en' })
    await screen.findAllByRole('button')
    expect(loads).not.toHaveBeenCalled()
  })

  it.each(['pay', 'ramp', 'provider'] as const)(
    'lets nobody use a widget of %s before, and no line is written of it',
    async (subject) => {
      let finish = (_judge: typeof judgeName) => {}
      load().mockReturnValue(
        new Promise((resolve) => {
          finish = resolve
        }),
      )
      renderWith(subject, subject === 'provider' ? { ...memo, client: createFakeClient() } : memo)
      expect(inertWidgets()).not.toEqual([])
      expect(consoleLines()).toEqual([])
      finish(judgeName)
      await waitFor(() => expect(inertWidgets()).toEqual([]))
      expect(consoleLines()).toHaveLength(1)
    },
  )

  it('cannot be loaded: the console names prop and cause, and it is tried again when the network is back', async () => {
    const offline = new TypeError('Failed to fetch')
    load().mockRejectedValueOnce(offline).mockRejectedValueOnce(offline).mockRejectedValueOnce(offline)
    renderWith('pay', { ...memo, 'data-amount-sats': '2100' })
    await waitFor(() => expect(consoleLines()).toHaveLength(2))
    const lines = [
      expect.stringMatching(/^Leyden could not load the next file/),
      expect.stringMatching(
        /PayToLightningAddress memo=.* Correct or remove it\. Until then, nothing can be paid/,
      ),
    ]
    expect(consoleLines().sort()).toEqual(lines)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(nameJudge.load).toHaveBeenCalledTimes(3))
    expect(inertWidgets()).toEqual([NOT_READY.pay])
    expect(consoleLines()).toHaveLength(2)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(inertWidgets()).toEqual([]))
  })
})

describe('what a function of the page returns', () => {
  it.each([
    ['an object', { intent: 'signed' }, 'an object'],
    ['nothing', undefined, 'undefined'],
    ['a web page', '<!doctype html>', 'another text'],
  ])('in place of a signed order: %s', async (_, returned, named) => {
    renderWith('pay', { intent: async () => returned })
    expect(await screen.findByText(NOT_READY.pay)).toBeVisible()
    expectNobodyBlamed()
    const line = `^Leyden: The intent function .* returned ${named}.* See docs/messages.md#prop_cannot_be_used`
    await waitFor(() => expect(consoleLines()).toEqual([expect.stringMatching(new RegExp(line))]))
  })

  it.each([
    ['order', { order: async () => ({ order: 'signed' }) }],
    ['fetchSession', { fetchSession: async () => new Response('{}') }],
    ['fetchSession', { fetchSession: async () => undefined }],
  ])('in place of a purchase: %s', async (option, props) => {
    renderWith('ramp', props)
    screen.getByRole('button').click()
    expect(await screen.findByText(NOT_READY.ramp)).toBeVisible()
    expectNobodyBlamed()
    const line = expect.stringContaining(`Leyden: The ${option} function`)
    await waitFor(() => expect(consoleLines()).toEqual([line]))
  })
})

describe('an option that does not fit the BFF', () => {
  const address = 'alice@wallet.example'

  it('is another network: nothing is requested, and the console names both', async () => {
    const client = renderWith('pay', { address, amountSats: 2_100, network: 'testnet' })
    expect(await screen.findByText(NOT_READY.pay)).toBeVisible()
    expectNobodyBlamed()
    expect(client.charges).toEqual([])
    expect(consoleLines()).toEqual([
      expect.stringContaining('<PayToLightningAddress network={"testnet"}>: the BFF is on regtest.'),
    ])
  })

  it('is an amount above the limit of the recipient: the console has the limits', async () => {
    renderWith('pay', { address, amountSats: 2_000_000_000_000_000 })
    await waitFor(() => expect(consoleLines()).toHaveLength(1))
    expect(consoleLines()[0]).toMatch(
      /amountSats=\{2000000000000000\}>: the recipient accepts \d+ to \d+ sats/,
    )
  })
})
