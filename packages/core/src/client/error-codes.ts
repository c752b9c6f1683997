/** Every error code of Leyden, with the HTTP status of the BFF's reply; 502 means that another server failed. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  INVALID_EMAIL: 400,
  SIGN_IN_REQUIRED: 401,
  NOT_FOUND: 404,
  ALREADY_PAID: 409,
  NO_FURTHER_SESSION: 409,
  INTENT_SUPERSEDED: 409,
  INTENT_EXPIRED: 410,
  ORDER_EXPIRED: 410,
  NOT_LIGHTNING_ADDRESS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  PAYER_DATA_REQUIRED: 422,
  RATE_LIMITED: 429,
  UNAUTHORIZED: 502,
  INVALID_WEBHOOK_URL: 502,
  BAD_INVOICE: 502,
  INVOICE_MISMATCH: 502,
  INVOICE_EXPIRED: 502,
  BAD_RESPONSE: 502,
  NETWORK: 502,
  REFUSED: 502,
  ABORTED: 502,
  NOT_CONFIGURED: 503,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
} as const

/**
 * The code of a Leyden error. The service's own further codes are kept as they come, so a `switch` over a code needs a
 * default branch.
 */
export type LeydenErrorCode = keyof typeof ERROR_STATUS | (string & {})
