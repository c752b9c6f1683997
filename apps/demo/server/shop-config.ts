/** The settings of the page from its server: the body of `GET /config.json`. */
export interface ShopConfig {
  /** The BFF that learns of payments. */
  bffUrl: string
  /**
   * Sandbox only: a second BFF whose shop learns of no payment, and a wallet to pay with. Absent with the real service,
   * where people pay with their own wallets.
   */
  sandbox?: { quietBffUrl: string } | undefined
  /** Whether bitcoin can be bought: ramp sessions need a webhook URL that the service can reach. */
  canRamp: boolean
  /** Whether the shop sells a print. */
  sells: boolean
}

/** The body of `GET /orders/{id}`. */
export interface PrintOrder {
  id: string
  isDelivered: boolean
}

/** The body of `GET /session`. */
export interface ShopSession {
  user: { name: string; email: string } | null
}
