import '@getalby/bitcoin-connect'
import { defineContender } from './contender.js'

// It has no field for an address: it first shows a button, and later an invoice that the page provides.
defineContender((container) => {
  const element = container.appendChild(document.createElement('bc-button'))
  return () => element.remove()
})
