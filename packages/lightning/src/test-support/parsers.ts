import { isLeydenError } from '@leyden/core'
import { formatSats, parseSats } from '@leyden/core/money'
import { parseWebhookEvent, rampMeaning } from '@leyden/core/webhook'
import { parseBitcoinAddress, parseRampDestination } from '../address/bitcoin-address.js'
import { parseLightningAddress } from '../address/lightning-address.js'
import { checkRampEvent } from '../address/ramp-event.js'
import { checkInvoice, checkPreimage, decodeInvoice } from '../invoice/invoice.js'
import { checkSignedInvoice, decodeSignedInvoice } from '../invoice/invoice-signature.js'
import { buildCallbackUrl, parseCallbackResponse, parsePayRequest } from '../lnurl/pay-request.js'
import { atSecond, TIMESTAMP } from './invoice-encoder.js'

export const CALLBACK_EXPECTATION = {
  amountMsat: 1_000_000n,
  network: 'mainnet',
  now: atSecond(TIMESTAMP),
  metadata: '[["text/plain","x"]]',
  callback: 'https://pay.example.com/cb',
} as const

/** Every public function that parses untrusted text. Functions with a documented error may throw only that error. */
export const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseLightningAddress,
  parsePayRequest: (text) => parsePayRequest(text, { address: text }),
  parsePayRequestMetadata: (text) =>
    parsePayRequest(
      {
        tag: 'payRequest',
        callback: 'https://pay.example.com/cb',
        minSendable: 1000,
        maxSendable: 2000,
        metadata: text,
      },
      { address: 'alice@pay.example.com' },
    ),
  parsePayRequestTexts: (text) =>
    parsePayRequest(
      {
        tag: 'payRequest',
        callback: text,
        minSendable: text,
        maxSendable: text,
        metadata: JSON.stringify([
          ['text/plain', text],
          ['text/identifier', text],
          ['image/png;base64', text],
        ]),
      },
      { address: text },
    ),
  checkRampEvent: (text) => checkRampEvent(rampFactsOf(text), rampFactsOf(`${text} `)),
  parseCallbackResponse: (text) => parseCallbackResponse(text, CALLBACK_EXPECTATION),
  parseCallbackResponseInvoice: (text) =>
    parseCallbackResponse({ pr: text, verify: text }, CALLBACK_EXPECTATION),
  buildCallbackUrl: orDocumented('BAD_REQUEST', (text) =>
    buildCallbackUrl(text, { amountMsat: 1n, comment: text, payerData: text }),
  ),
  buildCallbackUrlComment: (text) =>
    buildCallbackUrl('https://pay.example.com/cb', { amountMsat: 1n, comment: text, payerData: text }),
  decodeInvoice: orDocumented('BAD_INVOICE', decodeInvoice),
  decodeSignedInvoice: orDocumented('BAD_INVOICE', decodeSignedInvoice),
  checkInvoice: (text) => checkInvoice(text, CALLBACK_EXPECTATION),
  checkSignedInvoice: (text) => checkSignedInvoice(text, CALLBACK_EXPECTATION),
  checkPreimage: (text) => checkPreimage(text, text),
  parseBitcoinAddress,
  parseRampDestination,
  parseWebhookEvent,
  rampMeaning,
  parseSats: (text) => parseSats(text, 'de'),
  parseSatsLocale: (text) => parseSats('1234', text.slice(0, 40)),
  formatSatsLocale: (text) => formatSats(1234n, text.slice(0, 40)),
}

function rampFactsOf(text: string) {
  return {
    session_id: text,
    destination: text,
    reference_id: text,
    currency: text,
    paid_currency: text,
    email: text,
  }
}

function orDocumented(code: string, read: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return read(text)
    } catch (error) {
      if (isLeydenError(error) && error.code === code) return error
      throw error
    }
  }
}
