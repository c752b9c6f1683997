export { type PaymentSettings, readPaymentSettings } from './settlement/payment-settings.js'
