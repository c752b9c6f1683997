import type { ElementEventOf, Outcome, payCallbacks, rampCallbacks } from '@leyden/react/options'
import type { EmbedSettings, Kind, OptionsOf } from './settings/settings.js'

/** A widget in an overlay or an element. */
export interface Widget<K extends Kind = Kind> {
  update(options: OptionsOf[K], settings: EmbedSettings): void
  /** The outcome if it were closed now. */
  outcome(): Outcome
  /**
   * Watches what is still open when a person closes the widget, and resolves when it ends; undefined if nothing is
   * open. Call it after `outcome` and before `unmount`.
   */
  follow(): Promise<Outcome> | undefined
  unmount(): void
}

/** What a widget reports while it is shown: an event that its element sends. */
export type WidgetReport = ElementEventOf<typeof payCallbacks> | ElementEventOf<typeof rampCallbacks>

/** Draws a widget of one kind into an element. */
export type MountWidget<K extends Kind> = (
  root: HTMLElement,
  options: OptionsOf[K],
  settings: EmbedSettings,
  report: (event: WidgetReport) => void,
) => Widget<K>

export interface WidgetKit {
  mount<K extends Kind>(kind: K, ...widget: Parameters<MountWidget<K>>): Widget<K>
  /** The widgets' style sheet. */
  css: string
  /** Fetches the code of a widget when it will probably be opened. */
  prefetch?(kind: Kind): void
}
