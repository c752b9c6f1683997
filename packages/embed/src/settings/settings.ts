/** What can be opened: a payment to a Lightning Address, or buying bitcoin. */
export type Kind = 'pay' | 'ramp'

/** What a game does around an overlay. Each is called once, in this order: pause, mute, …, mute, resume, focus. */
export interface GameHooks {
  pause?(): void
  resume?(): void
  mute?(muted: boolean): void
  /** Lets go of every key and button that the game takes for held. */
  releaseKeys?(): void
  /** Gives the keyboard back to the game; its canvas, as a rule. */
  focus?(): void
}

/** Where the page lives: `portal` for game portals and stores, whose rules may forbid payments. */
export type Environment = 'auto' | 'standalone' | 'portal'

export interface EmbedSettings {
  /** Where the BFF is: `https:`, `http:` for loopback hosts, or a path of the page's own origin. */
  bffUrl?: string | undefined
  /**
   * Who is asking: a bearer token for the BFF, asked for with every POST and watch. Another BFF, which an element or
   * a later `configure` names, does not get it.
   */
  getToken?: (() => Promise<string | null>) | undefined
  /** For a page that signs people in by its own same-site cookie. Another BFF does not inherit it either. */
  credentials?: RequestCredentials | undefined
  /** BCP 47; English unless told. Words of languages that have a file are loaded; numbers and direction are any's. */
  locale?: string
  /** A few words of your own, or those of a language that has no file. */
  messages?: Readonly<Record<string, unknown>>
  /** Values of the theme, by name: `{ accent: '#6b4eff' }`. */
  theme?: Readonly<Record<string, unknown>>
  colorScheme?: 'light' | 'dark' | 'auto'
  /** `auto` unless told: a portal where one that we know is found around the page. */
  environment?: Environment
  /** What the portal has allowed you, in writing: nothing is shown in a portal until it is named here. */
  portalAllows?: readonly Kind[]
  game?: GameHooks
  /** Opens a link outside of the page, for native shells and for portals with a command of their own. */
  openExternal?: (url: string) => void
  /** Of the page's Content-Security-Policy; needed only in browsers without constructable style sheets. */
  nonce?: string
}

const NAMES: { [Name in keyof Required<EmbedSettings>]: 'string' | 'function' | 'object' } = {
  bffUrl: 'string',
  getToken: 'function',
  credentials: 'string',
  locale: 'string',
  messages: 'object',
  theme: 'object',
  colorScheme: 'string',
  environment: 'string',
  portalAllows: 'object',
  game: 'object',
  openExternal: 'function',
  nonce: 'string',
}

/** Names the first setting that is unknown or of the wrong type; undefined when all are right. */
export function wrongSetting(settings: object): string | undefined {
  return Object.entries(settings).find(([name, value]) => {
    const wanted = Object.hasOwn(NAMES, name) ? NAMES[name as keyof EmbedSettings] : undefined
    return wanted === undefined || (value !== undefined && (value === null || typeof value !== wanted))
  })?.[0]
}
