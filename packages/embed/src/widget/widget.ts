import type { Ending } from './outcome.js'
import type { EmbedSettings, Kind, OptionsOf } from './settings/settings.js'
import type { EventDetail, LeydenElementEvents } from './widget-events.js'

/** A widget in an overlay or an element. */
export interface Widget<K extends Kind = Kind> {
  update(options: OptionsOf[K], settings: EmbedSettings): void
  /** The outcome if it were closed now. */
  ending(): Ending
  /**
   * Watches what is still open when a person closes the widget, and resolves when it ends; undefined if nothing is
   * open. Call it after `ending` and before `unmount`.
   */
  follow(): Promise<Ending> | undefined
  unmount(): void
}

/** The reports of a widget while it is shown. */
export interface WidgetReports {
  /** Each outcome, once. */
  onEnding?: ((ending: Ending) => void) | undefined
  /** The person is done with the widget. */
  onDone?: (() => void) | undefined
  /** The other events that an element sends. */
  onEvent?:
    | (<Name extends keyof LeydenElementEvents>(name: Name, detail: EventDetail<Name>) => void)
    | undefined
}

/** Draws a widget of one kind into an element. */
export type MountWidget<K extends Kind> = (
  root: HTMLElement,
  options: OptionsOf[K],
  settings: EmbedSettings,
  reports: WidgetReports,
) => Widget<K>

export interface WidgetKit {
  mount<K extends Kind>(kind: K, ...widget: Parameters<MountWidget<K>>): Widget<K>
  /** The widgets' style sheet. */
  css: string
  /** Fetches the code of a widget when it will probably be opened. */
  prefetch?(kind: Kind): void
}
