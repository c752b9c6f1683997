import { useState } from 'react'
import { askShop } from './shop-server.js'

export interface OpenInvoice {
  /** BOLT 11. */
  request: string
  amountSats: bigint
}

/** The wallets of the sandbox, as a visitor would have them: one in this browser, one on another phone. */
export function WalletPanel(props: {
  invoice: OpenInvoice | null
  hasBrowserWallet: boolean
  onBrowserWallet: (installed: boolean) => void
  isLying: boolean
  onLying: (lying: boolean) => void
  shopHears: boolean
  onShopHears: (hears: boolean) => void
}) {
  return (
    <div className="panel">
      <fieldset className="panel-part">
        <legend>A wallet in this browser</legend>
        <Check checked={props.hasBrowserWallet} onChange={props.onBrowserWallet}>
          Installed
        </Check>
        <Check checked={props.isLying} onChange={props.onLying} disabled={!props.hasBrowserWallet}>
          It lies: its proof of payment is fake
        </Check>
        <p className="panel-note">
          It pays when you press “Pay in browser wallet”, and returns proof of payment.
        </p>
      </fieldset>

      <fieldset className="panel-part">
        <legend>A wallet on another phone</legend>
        <Choice checked={props.shopHears} onChoose={() => props.onShopHears(true)}>
          The shop’s server is told about the payment
        </Choice>
        <Choice checked={!props.shopHears} onChoose={() => props.onShopHears(false)}>
          The shop’s server is not told
        </Choice>
        <PhoneButton invoice={props.invoice} shopHears={props.shopHears} />
      </fieldset>
    </div>
  )
}

function PhoneButton({ invoice, shopHears }: { invoice: OpenInvoice | null; shopHears: boolean }) {
  const [said, setSaid] = useState('')
  const pay = async () => {
    if (!invoice) return
    try {
      const { preimage } = await askShop<{ preimage: string }>('/phone/pay', {
        invoice: invoice.request,
        tell_shop: shopHears,
      })
      setSaid(
        shopHears
          ? 'The phone has paid, and the shop knows.'
          : `The phone has paid, but the shop was not told. The phone shows this preimage: ${preimage}`,
      )
    } catch (error) {
      setSaid(error instanceof Error ? error.message : 'The phone could not pay.')
    }
  }
  return (
    <>
      <button type="button" className="button" onClick={pay} disabled={!invoice}>
        {invoice
          ? `Pay ${invoice.amountSats.toLocaleString('en')} sats from the phone`
          : 'Show an invoice first'}
      </button>
      <p className="panel-note" role="status">
        {said}
      </p>
    </>
  )
}

interface CheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: React.ReactNode
}

function Check({ checked, onChange, disabled = false, children }: CheckProps) {
  return (
    <label className="option">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

function Choice(props: { checked: boolean; onChoose: () => void; children: React.ReactNode }) {
  return (
    <label className="option">
      <input type="radio" name="shop-hears" checked={props.checked} onChange={props.onChoose} />
      <span>{props.children}</span>
    </label>
  )
}
