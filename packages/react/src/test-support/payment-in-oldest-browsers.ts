// In this order, because libraries look for APIs of the browser when they are loaded.
import './oldest-browsers.js'
import './load-payment.js'
