import { type ComponentProps, useState } from 'react'
import type { ShopLanguage } from './shop-language.js'
import { askShop } from './shop-server.js'

export interface OpenInvoice {
  /** The BOLT 11 invoice. */
  request: string
  amountSats: bigint
}

/** How the visitor's wallets and the shop's server behave. */
export interface WalletSettings {
  hasBrowserWallet: boolean
  isLying: boolean
  shopHears: boolean
}

/** The styles of a control with the keyboard's focus. */
export const FOCUS = 'outline-focus focus-visible:outline-3 focus-visible:outline-offset-2'
const PART = 'grid min-w-0 gap-2'
const LEGEND = 'mb-1.5 font-[650]'
const NOTE = 'text-sm wrap-anywhere text-soft'

/** The wallets of the sandbox, like those of a visitor: one in this browser, one on another phone. */
export function WalletPanel(props: {
  language: ShopLanguage
  invoice: OpenInvoice | null
  settings: WalletSettings
  onChange: (settings: WalletSettings) => void
}) {
  const { hasBrowserWallet, isLying, shopHears } = props.settings
  const { texts } = props.language
  const set = (change: Partial<WalletSettings>) => () => props.onChange({ ...props.settings, ...change })
  return (
    <div className="grid gap-5 rounded-[20px] border border-line p-5">
      <fieldset className={PART}>
        <legend className={LEGEND}>{texts.browserWallet}</legend>
        <Option checked={hasBrowserWallet} onChange={set({ hasBrowserWallet: !hasBrowserWallet })}>
          {texts.installed}
        </Option>
        <Option checked={isLying} onChange={set({ isLying: !isLying })} disabled={!hasBrowserWallet}>
          {texts.lies}
        </Option>
        <p className={NOTE}>{texts.aboutBrowserWallet}</p>
      </fieldset>

      <fieldset className={`${PART} border-t border-line pt-4.5`}>
        <legend className={`${LEGEND} float-start w-full`}>{texts.phoneWallet}</legend>
        <Option type="radio" checked={shopHears} onChange={set({ shopHears: true })}>
          {texts.told}
        </Option>
        <Option type="radio" checked={!shopHears} onChange={set({ shopHears: false })}>
          {texts.notTold}
        </Option>
        <PhoneButton language={props.language} invoice={props.invoice} shopHears={shopHears} />
      </fieldset>
    </div>
  )
}

function PhoneButton(props: { language: ShopLanguage; invoice: OpenInvoice | null; shopHears: boolean }) {
  const { invoice, shopHears } = props
  const { locale, texts } = props.language
  const [result, setResult] = useState('')
  const pay = async () => {
    const order = { invoice: invoice?.request, tell_shop: shopHears }
    const payment = askShop<{ preimage: string }>('/wallet/pay', order)
    const text = payment.then(({ preimage }) =>
      shopHears ? texts.phonePaid : texts.phonePaidUntold(preimage),
    )
    setResult(await text.catch((error: Error) => error.message))
  }
  return (
    <>
      <button
        type="button"
        className={`${FOCUS} mt-1.5 min-h-12 cursor-pointer rounded-xl border border-field bg-card px-3.5 py-2 leading-[1.2] font-semibold disabled:cursor-default disabled:border-dashed disabled:text-soft`}
        onClick={pay}
        disabled={!invoice}
      >
        {invoice ? texts.payFromPhone(invoice.amountSats.toLocaleString(locale)) : texts.payFirst}
      </button>
      <p className={NOTE} role="status">
        {result}
      </p>
    </>
  )
}

function Option({ type = 'checkbox', children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-7 cursor-pointer items-start gap-2.5 has-disabled:cursor-default has-disabled:text-soft">
      <input type={type} {...input} className="mt-0.5 size-5 flex-none accent-accent" />
      <span>{children}</span>
    </label>
  )
}
