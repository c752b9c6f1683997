import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineContender } from './contender.js'

function Form() {
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('')
  return createElement(
    'form',
    null,
    createElement(
      'label',
      null,
      'Lightning Address ',
      createElement('input', {
        value: address,
        onChange: ({ target }: { target: HTMLInputElement }) => setAddress(target.value),
      }),
    ),
    createElement(
      'label',
      null,
      'Amount ',
      createElement('input', {
        value: amount,
        onChange: ({ target }: { target: HTMLInputElement }) => setAmount(target.value),
      }),
    ),
    createElement('button', { type: 'button' }, 'Pay'),
  )
}

defineContender((container) => {
  const root = createRoot(container)
  root.render(createElement(Form))
  return () => root.unmount()
})
