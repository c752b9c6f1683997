/** Settings of the demo's server. */
export interface DemoSettings {
  /** The port; 0 for a free one. */
  port: number
  host: string
  /** The port of the page, if Vite serves it in front of this server. @default port */
  pagePort?: number | undefined
  /** The URL of the BFF that learns of payments. */
  bffUrl: string
  adminToken: string
  jwt: { secret: string; issuer: string; audience: string }
  /** The origin of the ramp page. */
  rampOrigins: string[]
  canRamp: boolean
  /** For how many seconds after the expiry a charge is watched, in the shop whose server learns of no payment. */
  graceSeconds?: number | undefined
  /** The sandbox whose wallet pays; absent with the real service. */
  sandbox?: { url: string; apiKey: string } | undefined
  /**
   * The secret with which the BFF signs its events (`LEYDEN_EVENTS_SECRET`), which it posts to `/events`. Without it the
   * shop sells nothing.
   */
  eventsSecret?: string | undefined
}
