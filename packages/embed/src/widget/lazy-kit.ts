import { messageReference } from '@leyden/core/internal'
import { loadLocale } from '../languages/languages.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import { adoptStyles } from '../style/adopt-styles.js'
import loadingCss from './loading.css?inline'
import { createLoadingCard, type LoadingStatus } from './loading-card.js'
import type { OptionsOf } from './options.js'
import type { MountWidget, Widget, WidgetKit, WidgetReports } from './widget.js'

/** Fetches a file from the script's folder without running it. */
export type FetchPart = (name: 'leyden-widget' | 'leyden-ramp') => Promise<unknown>

interface Loaded<K extends Kind> {
  mount(root: HTMLElement, options: OptionsOf[K], settings: EmbedSettings, reports: WidgetReports): Widget<K>
  css: string
}

const load: { readonly [K in Kind]: () => Promise<Loaded<K>> } = {
  pay: () => import('../parts/widget-part.js').then(({ pay }) => pay),
  ramp: () => import('../parts/ramp-part.js').then(({ ramp }) => ramp),
}

/** The outcome of a widget whose code cannot be loaded. */
const NOT_LOADED = { status: 'error', code: 'NOT_LOADED', retryable: true } as const
const SLOW_MS = 5_000

/** The widgets of `@leyden/react`, whose code is loaded when the first one is drawn, or before by `prefetch`. */
export function createLazyKit(fetchPart?: FetchPart): WidgetKit {
  return {
    css: loadingCss,
    mount,
    prefetch(kind) {
      const parts =
        kind === 'pay' ? (['leyden-widget'] as const) : (['leyden-widget', 'leyden-ramp'] as const)
      // A failure is reported when the widget is drawn.
      const fetched = fetchPart ? Promise.all(parts.map(fetchPart)) : load[kind]()
      fetched.catch(() => {})
    },
  }
}

/** Draws a loading card, and replaces it with the widget as soon as its code is loaded. */
const mount: MountWidget = <K extends Kind>(
  kind: K,
  element: HTMLElement,
  firstOptions: OptionsOf[K],
  firstSettings: EmbedSettings,
  reports: WidgetReports,
) => {
  let latest: [OptionsOf[K], EmbedSettings] = [firstOptions, firstSettings]
  let widget: Widget<K> | undefined
  let status: LoadingStatus = 'loading'
  let removed = false

  const show = (next: LoadingStatus) => {
    status = next
    loadLocale(latest[1].locale)
    card.show(...latest, status)
  }

  const start = async () => {
    window.removeEventListener('online', start)
    show('loading')
    const slow = setTimeout(() => show('slow'), SLOW_MS)
    try {
      const { mount: mountLoaded, css } = await load[kind]()
      if (removed) return
      adoptStyles(element.getRootNode() as ShadowRoot, css, latest[1].nonce)
      card.remove()
      widget = mountLoaded(element, ...latest, reports)
    } catch (error) {
      if (removed) return
      console.error(
        `Leyden could not load its widget from the folder of its script. See ${messageReference('a-file-of-the-script-could-not-be-loaded')}`,
        error,
      )
      show('failed')
      window.addEventListener('online', start)
      reports.onEnding?.(NOT_LOADED)
    } finally {
      clearTimeout(slow)
    }
  }
  const card = createLoadingCard(kind, element, start)
  void start()

  return {
    update(options, settings) {
      latest = [options, settings]
      if (widget) widget.update(options, settings)
      else show(status)
    },
    ending: () => widget?.ending() ?? (status === 'failed' ? NOT_LOADED : { status: 'cancelled' }),
    follow: (signal, onEnding) => widget?.follow(signal, onEnding),
    unmount() {
      removed = true
      window.removeEventListener('online', start)
      card.remove()
      widget?.unmount()
    },
  }
}
