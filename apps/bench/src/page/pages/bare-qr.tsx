import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineContender, termsOf } from './contender.js'

/** What a shop writes that shows a QR code and checks nothing. */
function Invoice({ address, amountSats }: NonNullable<ReturnType<typeof termsOf>>) {
  const [invoice, setInvoice] = useState<string>()
  const pay = async () => {
    const reply = await fetch('/leyden/v0/ln-address/fetch-charge', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: JSON.stringify({ lnaddress: address, amount: String(amountSats * 1_000) }),
    })
    const { data } = await reply.json()
    setInvoice(data.invoice.request)
  }
  return invoice === undefined ? (
    <button type="button" onClick={pay}>
      Pay {amountSats.toLocaleString('en')} sats
    </button>
  ) : (
    <QRCodeSVG value={`lightning:${invoice}`} title="Invoice" />
  )
}

const ANY = { address: 'alice@wallet.example', amountSats: 2_100 }

defineContender((container, indexes) => {
  const root = createRoot(container)
  root.render(
    indexes.map((index) => (
      <div key={index}>
        <Invoice {...(termsOf(index) ?? ANY)} />
      </div>
    )),
  )
  return () => root.unmount()
})
