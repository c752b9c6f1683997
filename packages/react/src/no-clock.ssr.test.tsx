import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rampEnglish } from './foundation/messages/ramp-english.js'
import { useMessages } from './foundation/messages/use-messages.js'
import { LeydenProvider, LightningAddressField, PayToLightningAddress, RampWidget } from './index.js'
import { Pay } from './parts.js'
import { rampFixtures } from './ramp/flow/fixtures.js'
import { RampScreenView } from './ramp/parts/loaded-ramp.js'
import { useRampScreen } from './ramp/parts/ramp-screen.js'
import { PayPicture, payPictures } from './test-support/pay-picture.js'
import { useRampInState } from './test-support/ramp-picture.js'
import { createFakeClient } from './testing.js'

// Frameworks that prerender pages refuse components that read the clock or random numbers, because each build would
// produce a different page.
const client = createFakeClient()

function forbidClockAndRandomness(): void {
  const throwOnRead = (name: string) => () => {
    throw new Error(`${name} was read while rendering.`)
  }
  const RealDate = Date
  vi.stubGlobal(
    'Date',
    new Proxy(RealDate, {
      apply: throwOnRead('Date()'),
      construct(target, args: number[]) {
        if (args.length === 0) throwOnRead('new Date()')()
        return Reflect.construct(target, args)
      },
      get: (target, name) => (name === 'now' ? throwOnRead('Date.now()') : Reflect.get(target, name)),
    }),
  )
  vi.spyOn(Math, 'random').mockImplementation(throwOnRead('Math.random()'))
  vi.spyOn(crypto, 'randomUUID').mockImplementation(throwOnRead('crypto.randomUUID()'))
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(throwOnRead('crypto.getRandomValues()'))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function RampScreenIn({ state }: { state: (typeof rampFixtures)[keyof typeof rampFixtures] }) {
  const t = useMessages(rampEnglish, undefined, 'ramp')
  return (
    <RampScreenView {...useRampScreen({ ramp: useRampInState({ state }), options: {}, t, isOnline: true })} />
  )
}

const widgets: Record<string, ReactElement> = {
  PayToLightningAddress: <PayToLightningAddress />,
  'PayToLightningAddress, locked': (
    <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
  ),
  'PayToLightningAddress, with all entries': (
    <PayToLightningAddress
      defaultAddress="alice@wallet.example"
      defaultAmountSats={2_100}
      presets={[500, 2_100]}
      defaultDescription="Thanks"
      fiat={{ currency: 'USD', rate: 97_000, asOf: new Date(0) }}
    />
  ),
  'PayToLightningAddress, of an intent': <PayToLightningAddress intent="signed" />,
  'PayToLightningAddress, not ready': <PayToLightningAddress amountSats={null} />,
  'a card of parts': (
    <Pay.Root address="alice@wallet.example" presets={[500]}>
      <Pay.Notices />
      <Pay.Form>
        <Pay.Title>Tip</Pay.Title>
        <Pay.Address />
        <Pay.Amount />
        <Pay.Submit render={<button type="submit" />}>Tip</Pay.Submit>
      </Pay.Form>
      <Pay.Invoice />
      <Pay.Status />
    </Pay.Root>
  ),
  LightningAddressField: <LightningAddressField defaultAddress="alice@wallet.example" />,
  ...Object.fromEntries(
    (['inline', 'dialog', 'tab', 'auto'] as const).map((presentation) => [
      `RampWidget, ${presentation}`,
      <RampWidget key="" presentation={presentation} quoteCurrency="EUR" autoStart />,
    ]),
  ),
}

describe('a server render reads neither the clock nor random numbers', () => {
  it.each(Object.entries(widgets))('%s', (_, widget) => {
    forbidClockAndRandomness()
    const page = <LeydenProvider client={client}>{widget}</LeydenProvider>
    expect(renderToString(page)).toContain('leyden')
    expect(renderToString(<LeydenProvider bffUrl="/api/leyden">{widget}</LeydenProvider>)).toContain('leyden')
    expect(renderToString(widget)).toContain('leyden')
  })

  it.each(payPictures)('the pay widget in the state $name', ({ state, lookup }) => {
    forbidClockAndRandomness()
    expect(renderToString(<PayPicture state={state} lookup={lookup} />)).toContain(
      `data-state="${state.status}"`,
    )
  })

  it.each(Object.entries({ ...rampFixtures, 'open and ending': { ...rampFixtures.open, ending: true } }))(
    'the ramp widget where it is %s',
    (_, state) => {
      forbidClockAndRandomness()
      expect(renderToString(<RampScreenIn state={state} />)).toContain('ly-body')
    },
  )

  it('would throw if a component read the clock or a random number', () => {
    forbidClockAndRandomness()
    for (const read of [() => Date.now(), () => new Date(), () => Date(), () => Math.random()])
      expect(read).toThrow('was read while rendering')
    expect(new Date(0).getTime()).toBe(0)
  })
})
