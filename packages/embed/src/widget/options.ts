/** What a payment is for. Of `address` and `defaultAddress`, and of the other pairs, the first one is locked. */
export interface PayOptions {
  /** Lightning Address `<user>@<domain>` that cannot be changed. */
  address?: string
  /** One to begin with. */
  defaultAddress?: string
  /** Whole satoshis that cannot be changed. */
  amountSats?: number | bigint
  defaultAmountSats?: number | bigint
  /** Amounts in whole satoshis to choose from. */
  presets?: readonly (number | bigint)[]
  /** A note that cannot be changed; at most 639 characters. */
  description?: string
  defaultDescription?: string
  /** Your own reference for it; at most 255 characters. */
  reference?: string
  /**
   * Signed by your server: fixes recipient, amount, note and reference, so it needs no other option beside it. Or a
   * function that fetches one: called when the widget is shown, and again when the intent has run out.
   */
  intent?: string | (() => Promise<string>) | undefined
  /** Currency units for one bitcoin, to show amounts in both. */
  fiat?: { currency: string; rate: number; asOf: Date }
  network?: 'mainnet' | 'testnet' | 'signet' | 'regtest'
}

/** How bitcoin is bought. */
export interface RampOptions {
  /** ISO 4217: what is paid with. */
  quoteCurrency?: string
  baseCurrency?: string
  /** A Lightning Address or an on-chain address, where your server does not set it. */
  destination?: string
  metadata?: Readonly<Record<string, string>>
  /** Of a guest, where guests are allowed. */
  email?: string
  /** Whether this is a guest, whose e-mail address is asked for first; left out, the server says. */
  guest?: boolean
  presentation?: 'inline' | 'dialog' | 'tab' | 'auto'
  /** Opens the session at once, not at a click. An overlay does so by itself: it was opened by one. */
  autoStart?: boolean
  /** Exact origins that the ramp's page may have. */
  rampOrigins?: readonly string[]
}

export interface OptionsOf {
  pay: PayOptions
  ramp: RampOptions
}
