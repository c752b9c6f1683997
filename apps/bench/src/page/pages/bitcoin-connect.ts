import '@getalby/bitcoin-connect'
import { append, defineContender } from './contender.js'

// It has no field for an address: it first shows a button, and later an invoice that the page provides.
defineContender((container, indexes) =>
  append(
    container,
    indexes.map(() => document.createElement('bc-button')),
  ),
)
