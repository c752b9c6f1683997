import type { Ending } from '../outcome/outcome.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import type { OptionsOf } from './options.js'

/** A widget that is drawn somewhere, as the rest of the embed sees it. */
export interface Widget<K extends Kind = Kind> {
  update(options: OptionsOf[K], settings: EmbedSettings): void
  /** How it ends were it closed now. */
  ending(): Ending
  /**
   * Follows what stays open after the widget is gone, until it is over or the signal says so; does nothing where
   * nothing stays open. Call it after `ending`, and `unmount` after it.
   */
  follow(signal: AbortSignal, onEnding: (ending: Ending) => void): void
  unmount(): void
}

/** What a widget tells while it lives. */
export interface WidgetReports {
  /** Final, good or bad; told once for each. */
  onEnding?: (ending: Ending) => void
  /** The person is done with it. */
  onDone?: () => void
}

export type MountWidget = <K extends Kind>(
  kind: K,
  root: HTMLElement,
  options: OptionsOf[K],
  settings: EmbedSettings,
  reports: WidgetReports,
) => Widget<K>

export interface WidgetKit {
  mount: MountWidget
  /** The widgets' style sheet. */
  css: string
}
