import '@getalby/bitcoin-connect'
import { defineContender } from './contender.js'

// It has no field for an address: what it shows first is a button, and later an invoice that the page brings.
defineContender((container) => {
  const element = container.appendChild(document.createElement('bc-button'))
  return () => element.remove()
})
