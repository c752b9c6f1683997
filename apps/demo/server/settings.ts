/** Settings of the demo's server. */
export interface DemoSettings {
  /** 0 takes a free one. */
  port: number
  host: string
  /** Where the page is opened, if Vite serves it in front of this server. @default port */
  pagePort?: number | undefined
  /** Where pages reach the BFF that learns of payments. */
  bffUrl: string
  adminToken: string
  jwt: { secret: string; issuer: string; audience: string }
  /** The ramp page may be framed from here. */
  rampOrigins: string[]
  canRamp: boolean
  /** Seconds after the expiry in which a payment is looked for, in the shop whose server learns of no payment. */
  graceSeconds?: number | undefined
  /** The sandbox that pays; absent with the real service. */
  sandbox?: { url: string; apiKey: string } | undefined
}
