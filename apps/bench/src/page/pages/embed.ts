import { append, defineContender, termsOf } from './contender.js'

defineContender((container, indexes) => {
  const elements = indexes.map((index) => {
    const element = document.createElement('pay-to-lightning-address')
    const terms = termsOf(index)
    element.setAttribute('bff-url', '/leyden')
    if (terms) {
      element.setAttribute('address', terms.address)
      element.setAttribute('amount-sats', String(terms.amountSats))
    }
    return element
  })
  return append(container, elements)
})
