import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { CheckedCharge } from '../../packages/react/src/pay/flow/pay-state.js'
import { PayToLightningAddress } from '../../packages/react/src/pay/pay-to-lightning-address.js'
import { RampWidget } from '../../packages/react/src/ramp/ramp-widget.js'
import rampPage from '../../packages/react/src/test-support/ramp-page.html?url&no-inline'
import { createSandboxServer } from '../../packages/react/src/test-support/sandbox-server.js'
import { Choice } from './choice.js'
import { type Fault, faults, LATE_MS, setOffline, withFaults } from './faults.js'

const shop = createSandboxServer('play-it-through')
const { client: provider } = createSandboxServer('play-it-through-ramp', { rampPage })

/** The layout of a page: a phone, and a panel beside it. */
function Stage({ phone, children }: { phone: ReactNode; children: ReactNode }) {
  return (
    <main className="page-stage">
      <section className="page-phone" aria-label="The phone">
        <div className="page-screen">{phone}</div>
      </section>
      <div className="page-beside">{children}</div>
    </main>
  )
}

function PayInAPhone() {
  const [fault, setFault] = useState<Fault>('none')
  const [hasWallet, setHasWallet] = useState(false)
  const [openCharge, setOpenCharge] = useState<CheckedCharge | null>(null)
  const [balance, setBalance] = useState(100_000)
  const [result, setResult] = useState('')
  const latestFault = useRef(fault)
  const client = useMemo(() => withFaults(shop.client, () => latestFault.current), [])
  useWalletInPage(hasWallet, latestFault)

  const chooseFault = (next: Fault) => {
    latestFault.current = next
    setFault(next)
    setOffline(next === 'offline')
    if (next === 'lying') setHasWallet(true)
  }
  useEffect(() => () => setOffline(false), [])
  const pay = async ({ invoice, amountMsat }: CheckedCharge) => {
    const isLate = fault === 'late'
    try {
      await shop.payElsewhere(invoice, { shopHears: true, afterMs: isLate ? LATE_MS : 0 })
    } catch {
      return setResult('This invoice cannot be paid any more.')
    }
    setBalance(balance - Number(amountMsat / 1_000n))
    setResult(isLate ? 'Sent. The shop hears of it in eight seconds.' : 'Sent, and the shop has heard of it.')
  }
  return (
    <Stage
      phone={
        <PayToLightningAddress
          client={client}
          fiat={{ currency: 'USD', rate: 97_142.86, presets: [2, 5, 10] }}
          onStateChange={(state) => {
            setOpenCharge(state.status === 'awaiting' ? state.charge : null)
            if (state.status !== 'awaiting' && state.status !== 'paid') setResult('')
          }}
        />
      }
    >
      <ol>
        <li>
          Type <code>alice@wallet.example</code> in the phone, choose an amount and press “Pay”.
        </li>
        <li>Pay it with the wallet below.</li>
        <li>See “Paid” in the phone.</li>
      </ol>
      <section className="page-panel" aria-label="The sandbox wallet">
        <strong>Sandbox wallet · {balance.toLocaleString('en')} sats</strong>
        {openCharge ? (
          <span>
            Asked for {(openCharge.amountMsat / 1_000n).toLocaleString('en')} sats by {openCharge.address}
          </span>
        ) : (
          <span>There is no open invoice.</span>
        )}
        <button type="button" disabled={!openCharge} onClick={() => openCharge && pay(openCharge)}>
          Pay
        </button>
        <output>{result}</output>
        <label>
          <input type="checkbox" checked={hasWallet} onChange={() => setHasWallet(!hasWallet)} /> It is
          installed in the phone’s browser too (WebLN)
        </label>
      </section>
      <section className="page-panel" aria-label="Faults">
        <Choice label="What goes wrong" value={fault} options={faults} onChange={chooseFault} />
        <span>
          Other addresses have their own trouble: <code>notfound@</code>, <code>down@</code>,{' '}
          <code>slow@</code>, <code>chargedown@</code>, <code>shortlived@wallet.example</code> (five seconds),{' '}
          <code>bob@mail.example</code>.
        </span>
      </section>
    </Stage>
  )
}

/** Installs a browser wallet (WebLN) in this page, which returns a wrong preimage for the fault `lying`. */
function useWalletInPage(isInstalled: boolean, fault: { current: Fault }) {
  useEffect(() => {
    if (!isInstalled) return
    const host = window as { webln?: unknown }
    host.webln = {
      enable: async () => {},
      sendPayment: async (invoice: string) =>
        fault.current === 'lying' ? { preimage: '00'.repeat(32) } : shop.sandbox.pay(invoice),
    }
    window.dispatchEvent(new Event('webln:ready'))
    return () => {
      delete host.webln
      window.dispatchEvent(new Event('webln:ready'))
    }
  }, [isInstalled, fault])
}

const guests = [
  ['you', 'Nothing goes wrong'],
  ['late', 'The webhook comes three seconds late'],
  ['never', 'The page claims success, and no webhook comes'],
  ['failed', 'The purchase fails'],
  ['silent', 'The provider’s page posts no messages'],
  ['ratelimited', 'The service is busy'],
  ['down', 'The service is being maintained'],
] as const

function BuyInAPhone() {
  const [guest, setGuest] = useState<(typeof guests)[number][0]>('you')
  return (
    <Stage
      phone={
        <RampWidget
          key={guest}
          client={provider}
          quoteCurrency="USD"
          baseCurrency="BTC"
          destination="alice@wallet.example"
          email={`${guest}@mail.example`}
          guest
          remember="never"
        />
      }
    >
      <ol>
        <li>Press “Continue to provider” in the phone: the provider’s page opens in a frame.</li>
        <li>The code is any six digits; the page fills in a test document and a test card.</li>
        <li>Pay, and see “Purchase complete”.</li>
      </ol>
      <section className="page-panel" aria-label="Faults">
        <Choice label="What goes wrong" value={guest} options={guests} onChange={setGuest} />
      </section>
    </Stage>
  )
}

const meta = {
  title: 'Play it through',
  // The test of the built Storybook opens these pages and clicks in them.
  tags: ['!autodocs', '!test', 'page'],
} satisfies Meta
export default meta
type Story = StoryObj

/** The checkout on a phone, with a wallet beside it that really pays: the sandbox is inside this page. */
export const Pay: Story = { name: 'Pay in a phone', render: () => <PayInAPhone /> }

/** The ramp to its end, on the sandbox’s own provider page. */
export const Buy: Story = { name: 'Buy bitcoin in a phone', render: () => <BuyInAPhone /> }
