import { useState } from 'react'
import { askShop } from './shop-server.js'

export interface OpenInvoice {
  /** The BOLT 11 invoice. */
  request: string
  amountSats: bigint
}

/** The styles of a control with the keyboard's focus. */
export const FOCUS = 'outline-focus focus-visible:outline-3 focus-visible:outline-offset-2'
const PART = 'grid min-w-0 gap-2'
const LEGEND = 'mb-1.5 font-[650]'
const NOTE = 'text-sm wrap-anywhere text-soft'

/** The wallets of the sandbox, like those of a visitor: one in this browser, one on another phone. */
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
    <div className="grid gap-5 rounded-[20px] border border-line p-5">
      <fieldset className={PART}>
        <legend className={LEGEND}>A wallet in this browser</legend>
        <Option
          checked={props.hasBrowserWallet}
          onChange={() => props.onBrowserWallet(!props.hasBrowserWallet)}
        >
          Installed
        </Option>
        <Option
          checked={props.isLying}
          onChange={() => props.onLying(!props.isLying)}
          disabled={!props.hasBrowserWallet}
        >
          It lies: its proof of payment is fake
        </Option>
        <p className={NOTE}>It pays when you press “Pay in browser wallet”, and returns proof of payment.</p>
      </fieldset>

      <fieldset className={`${PART} border-t border-line pt-4.5`}>
        <legend className={`${LEGEND} float-start w-full`}>A wallet on another phone</legend>
        <Option type="radio" checked={props.shopHears} onChange={() => props.onShopHears(true)}>
          The shop’s server is told about the payment
        </Option>
        <Option type="radio" checked={!props.shopHears} onChange={() => props.onShopHears(false)}>
          The shop’s server is not told
        </Option>
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
      <button
        type="button"
        className={`${FOCUS} mt-1.5 min-h-12 cursor-pointer rounded-xl border border-field bg-card px-3.5 py-2 leading-[1.2] font-semibold disabled:cursor-default disabled:border-dashed disabled:text-soft`}
        onClick={pay}
        disabled={!invoice}
      >
        {invoice ? `Pay ${invoice.amountSats.toLocaleString('en')} sats from the phone` : 'Press “Pay” first'}
      </button>
      <p className={NOTE} role="status">
        {said}
      </p>
    </>
  )
}

interface OptionProps {
  /** @default 'checkbox' */
  type?: 'checkbox' | 'radio' | undefined
  checked: boolean
  onChange: () => void
  disabled?: boolean | undefined
  children: React.ReactNode
}

function Option({ type = 'checkbox', children, ...input }: OptionProps) {
  return (
    <label className="flex min-h-7 cursor-pointer items-start gap-2.5 has-disabled:cursor-default has-disabled:text-soft">
      <input type={type} {...input} className="mt-0.5 size-5 flex-none accent-accent" />
      <span>{children}</span>
    </label>
  )
}
