/** Settings of the game's server. */
export interface GameSettings {
  port: number
  host: string
  /** The port of the page, if Vite serves it in front of this server. @default port */
  pagePort?: number | undefined
  /** The URL of the BFF for the browser. With a sandbox, the game's server has a BFF of its own. */
  bffUrl: string
  /** The Lightning Address that tips and the prices of items go to. */
  tipTo: string
  canRamp: boolean
  /**
   * The sandbox, whose wallet pays for players. Absent with a real service: then the game takes tips, but sells no
   * items.
   */
  sandbox?: { url: string; apiKey: string; rampOrigins: string[] } | undefined
}
