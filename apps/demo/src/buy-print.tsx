import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import { useEffect, useState } from 'react'
import type { PrintOrder } from '../server/shop-config.js'
import type { ShopLanguage } from './shop-language.js'
import { askShop } from './shop-server.js'
import { FOCUS, type OpenInvoice } from './wallet-panel.js'

const LOOK_AGAIN_MS = 500

/** A print with a price in dollars: the shop's server signs the order, and delivers it when the BFF reports its payment. */
export function BuyPrint({
  bffUrl,
  language,
  onInvoice,
}: {
  bffUrl: string
  language: ShopLanguage
  onInvoice: (invoice: OpenInvoice | null) => void
}) {
  const [order, setOrder] = useState<PrintOrder>()
  const [isPaid, setIsPaid] = useState(false)
  const [problem, setProblem] = useState('')
  const { id, isDelivered = false } = order ?? {}

  // The page only reports what the server has done.
  useEffect(() => {
    if (!isPaid || isDelivered || id === undefined) return
    const look = () => void askShop<PrintOrder>(`/orders/${id}`).then(setOrder, () => {})
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [id, isPaid, isDelivered])

  const place = () =>
    askShop<PrintOrder>('/orders', {}).then(setOrder, (error: Error) => setProblem(error.message))
  const getIntent = async () => (await askShop<{ intent: string }>(`/orders/${id}/intent`, {})).intent

  const price = (2).toLocaleString(language.locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{language.texts.aboutPrint}</p>
      {id === undefined ? (
        <button
          type="button"
          className={`${FOCUS} min-h-12 cursor-pointer rounded-xl border border-field bg-card px-3.5 py-2 font-semibold`}
          onClick={place}
        >
          {language.texts.order(price)}
        </button>
      ) : (
        <LeydenProvider bffUrl={bffUrl} locale={language.locale}>
          <PayToLightningAddress
            dir={language.direction}
            intent={getIntent}
            onCharge={(charge) =>
              onInvoice({ request: charge.invoice, amountSats: charge.amountMsat / 1000n })
            }
            onPaid={() => {
              setIsPaid(true)
              onInvoice(null)
            }}
          />
        </LeydenProvider>
      )}
      <p role="status" className="text-sm">
        {isDelivered ? language.texts.onItsWay : problem}
      </p>
    </div>
  )
}
