import type { Finding } from '@leyden/react/options'
import type { LeydenEvents } from '../overlay/events.js'
import type { Handle } from '../overlay/open.js'
import type { ElementSettings, EmbedSettings, Kind, OptionsOf } from '../widget/settings/settings.js'
import type { Support } from '../widget/settings/supports.js'

/** The options of a widget, and of its overlay. */
export type OpenOptions<K extends Kind> = OptionsOf[K] & {
  /**
   * Closes the overlay when it aborts.
   *
   * @default none
   */
  signal?: AbortSignal | undefined
  /**
   * The locale of this overlay.
   *
   * @default that of `configure`
   */
  locale?: string | undefined
}

/** The options of a widget, and the settings that an element can override. */
export type MountOptions<K extends Kind> = OptionsOf[K] & ElementSettings

/** The report of {@link LeydenApi.doctor} about a page. */
export interface Report {
  /** The results, one for each check. */
  findings: Finding[]
  /** The violations of the page's Content-Security-Policy since the script was loaded. */
  violations: string[]
}

/** The API of `window.Leyden`. */
export interface LeydenApi {
  /** The version of the script. */
  readonly version: string
  /**
   * Merges settings into the earlier ones.
   *
   * @throws LeydenMisuse for an unknown name, a wrong type, or a `bffUrl` that cannot be used
   */
  configure(settings: EmbedSettings): void
  /**
   * Opens an overlay, also over a game in fullscreen, and resolves when it closes. Only one is open at a time: the same
   * call again returns the same handle, another one resolves as `unavailable`. Rejects only for misuse, such as an
   * unknown option.
   */
  open<K extends Kind>(kind: K, options?: OpenOptions<K>): Handle
  /**
   * Adds a widget to the page.
   *
   * @param target an element, or a selector of one
   * @returns the new element; `remove()` removes it
   * @throws LeydenMisuse for an unknown option, or if the target does not exist
   */
  mount<K extends Kind>(target: Element | string, kind: K, options?: MountOptions<K>): HTMLElement
  /** Reports what this page can show, for example to decide whether to show a button. It sends no request. */
  supports(kind: Kind): Support
  /** Checks the page for all known problems of embeds, and prints what to change. */
  doctor(): Promise<Report>
  /** @returns a function that unsubscribes */
  on<Name extends keyof LeydenEvents>(name: Name, listener: (detail: LeydenEvents[Name]) => void): () => void
  /** For game engines: accepts a request as JSON and returns the reply as JSON. Fetch later messages with `drain`. */
  call(json: string): string
  /** Returns the messages that arrived since the last call, as a JSON array. */
  drain(): string
}

declare global {
  interface Window {
    readonly Leyden?: LeydenApi | undefined
  }
}
