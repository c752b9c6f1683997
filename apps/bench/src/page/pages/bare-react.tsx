import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineContender } from './contender.js'

function Form() {
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('')
  return (
    <form>
      <label>
        Lightning Address <input value={address} onChange={({ target }) => setAddress(target.value)} />
      </label>
      <label>
        Amount <input value={amount} onChange={({ target }) => setAmount(target.value)} />
      </label>
      <button type="button">Pay</button>
    </form>
  )
}

defineContender((container, indexes) => {
  const root = createRoot(container)
  root.render(
    indexes.map((index) => (
      <div key={index}>
        <Form />
      </div>
    )),
  )
  return () => root.unmount()
})
