import { append, defineContender } from './contender.js'

class VanillaPay extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<form><label>Lightning Address <input></label> <label>Amount <input inputmode="numeric"></label> <button>Pay</button></form>'
  }
}
customElements.define('vanilla-pay', VanillaPay)

defineContender((container, indexes) =>
  append(
    container,
    indexes.map(() => document.createElement('vanilla-pay')),
  ),
)
