import type {
  ProviderOptions,
  PayOptions as ReactPayOptions,
  RampOptions as ReactRampOptions,
} from '@leyden/react/options'

/** The kinds of widgets: a payment to a Lightning Address, or buying bitcoin. */
export type Kind = 'pay' | 'ramp'

/** Elements send events in place of callbacks, make their own client, and accept no React nodes. */
type NotInTheEmbed = 'client' | `on${string}`

/** The options of a payment. */
export interface PayOptions extends Omit<ReactPayOptions, NotInTheEmbed> {}

/** The options of the ramp. */
export interface RampOptions extends Omit<ReactRampOptions, NotInTheEmbed> {}

export interface OptionsOf {
  pay: PayOptions
  ramp: RampOptions
}

/**
 * The hooks of a game, called once each when an overlay opens and closes: `releaseKeys`, `pause`, `mute`; then `mute`,
 * `resume`, `focus`.
 */
export interface GameHooks {
  /** Stops the game's loop. */
  pause?(): void
  /** Starts the loop again. */
  resume?(): void
  /** Turns the game's sound off, or on again if it was on before. */
  mute?(muted: boolean): void
  /** Releases every key and button that the game considers held. */
  releaseKeys?(): void
  /** Gives the keyboard back to the game, usually to its canvas. */
  focus?(): void
}

/** The environment of the page: `portal` for game portals and stores, whose rules may forbid payments. */
export type Environment = 'auto' | 'standalone' | 'portal'

/** The settings that an element can override: those of React's provider. */
export type ElementSettings = Omit<ProviderOptions, 'client' | 'language'>

/** The settings of a page. */
export interface EmbedSettings extends ElementSettings {
  /**
   * Whether the page is in a game portal or a store (`portal`) or not (`standalone`). `auto` recognizes some portals by
   * their hosts.
   *
   * @default 'auto'
   */
  environment?: Environment | undefined
  /**
   * The widgets that the portal has allowed in writing: `pay`, `ramp` or both. In a portal the embed shows no others.
   *
   * @default []
   */
  portalAllows?: readonly Kind[] | undefined
  /**
   * Functions of your game that the embed calls when an overlay opens and closes:
   * `{ pause, resume, mute, releaseKeys, focus }`.
   *
   * @default none
   */
  game?: GameHooks | undefined
  /**
   * A function that opens a link outside of the page, for native shells and for portals that have their own function
   * for it. By default, links open in a new tab.
   *
   * @default none
   */
  openExternal?: ((url: string) => void) | undefined
  /**
   * The nonce of the page's Content-Security-Policy. Only browsers without constructable style sheets need this
   * setting.
   *
   * @default none
   */
  nonce?: string | undefined
}

/**
 * Merges settings: those of an element over the page's, or those of a later `configure` over the earlier ones.
 * `getToken` and `credentials` authenticate with one BFF, so another BFF does not inherit them.
 */
export function inheritSettings(base: EmbedSettings, own: EmbedSettings): EmbedSettings {
  const isOther = own.bffUrl !== undefined && !isSameBff(own.bffUrl, base.bffUrl)
  const { getToken: _, credentials: __, ...inherited } = base
  return { ...(isOther ? inherited : base), ...own }
}

/** Compares URLs: a slash at the end, or a path of the page's own origin, makes no difference. */
function isSameBff(one: string, other: string | undefined): boolean {
  return other !== undefined && (one === other || absolute(one) === absolute(other))
}

function absolute(bffUrl: string): string {
  return new URL(bffUrl, document.baseURI).href.replace(/\/+$/, '')
}

type GetToken = NonNullable<EmbedSettings['getToken']>

/**
 * Call it once for each owner of a `getToken`: the page, and each element. The function that it returns replaces the
 * `getToken` of settings with one that stays the same for each BFF and calls the newest. So a page that passes a new
 * inline function at each render keeps its client, and a client never gets the token of another BFF.
 */
export function createTokenOwner(): (settings: EmbedSettings) => EmbedSettings {
  const owned = new Map<string, { newest: GetToken; stable: GetToken }>()
  return (settings) => {
    const { bffUrl, getToken } = settings
    if (bffUrl === undefined || !getToken) return settings
    const entry = owned.get(bffUrl) ?? {
      newest: getToken,
      stable: async (): Promise<string | null> => (await entry.newest()) ?? null,
    }
    owned.set(bffUrl, entry)
    // Settings in which only other values changed already have the stable function.
    if (getToken !== entry.stable) entry.newest = getToken
    return { ...settings, getToken: entry.stable }
  }
}
