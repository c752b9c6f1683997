import { messageReference } from '@leyden/core/internal'
import { subscribeOnline } from '@leyden/react/options'
import { loadLocale, onLanguagesChange } from './languages/languages.js'
import { drawLoadingCard, type LoadingStatus } from './loading-card.js'
import type { EmbedSettings, Kind, OptionsOf } from './settings/settings.js'
import { adoptStyles } from './style/adopt-styles.js'
import { append } from './style/append.js'
import loadingCss from './style/loading.css?inline'
import type { MountWidget, Widget, WidgetKit } from './widget.js'

/** Fetches a file from the script's folder without running it. */
export type FetchPart = (name: string) => Promise<unknown>

const load: { readonly [K in Kind]: () => Promise<{ mount: MountWidget<K>; css: string }> } = {
  pay: () => import('./widget-part.js').then(({ pay }) => pay),
  ramp: () => import('./ramp-part.js').then(({ ramp }) => ramp),
}
/** The files of each widget's first view. The ramp shares code with the payment. */
const FILES = {
  pay: ['leyden-widget.js'],
  ramp: ['leyden-widget.js', 'leyden-payment.js', 'leyden-ramp.js'],
}

/** The outcome of a widget whose code cannot be loaded. */
const NOT_LOADED = { status: 'error', code: 'NOT_LOADED', retryable: true } as const
const SLOW_MS = 5_000

/** The widgets of `@leyden/react`, whose code is loaded when the first one is drawn, or before by `prefetch`. */
export function createLazyKit(fetchPart?: FetchPart): WidgetKit {
  return {
    css: loadingCss,
    mount: mountLazily,
    prefetch(kind) {
      // A failure is reported when the widget is drawn.
      const fetched = fetchPart ? Promise.all(FILES[kind].map(fetchPart)) : load[kind]()
      fetched.catch(() => {})
    },
  }
}

/** Draws a loading card, and replaces it with the widget as soon as its code is loaded. */
function mountLazily<K extends Kind>(
  kind: K,
  ...[element, firstOptions, firstSettings, report]: Parameters<MountWidget<K>>
): Widget<K> {
  let latest: [OptionsOf[K], EmbedSettings] = [firstOptions, firstSettings]
  let widget: Widget<K> | undefined
  let status: LoadingStatus = 'loading'
  let removed = false
  let stopWaiting = () => {}
  const card = append(element, 'section')

  const draw = () => drawLoadingCard(card, kind, ...latest, status, start)
  const unsubscribe = onLanguagesChange(draw)
  const show = (next: LoadingStatus) => {
    status = next
    loadLocale(latest[1].locale)
    draw()
  }
  const removeCard = () => {
    unsubscribe()
    card.remove()
  }

  const start = async () => {
    stopWaiting()
    show('loading')
    const slow = setTimeout(() => show('slow'), SLOW_MS)
    try {
      const { mount, css } = await load[kind]()
      if (removed) return
      adoptStyles(element.getRootNode() as ShadowRoot, css, latest[1].nonce)
      removeCard()
      widget = mount(element, ...latest, report)
    } catch (error) {
      if (removed) return
      console.error(
        `Leyden could not load its widget from the folder of its script. See ${messageReference('SCRIPT_FILE_NOT_LOADED')}`,
        error,
      )
      show('failed')
      stopWaiting = subscribeOnline(() => (navigator.onLine ? start() : draw()))
      report({ name: 'leyden-error', outcome: NOT_LOADED })
    } finally {
      clearTimeout(slow)
    }
  }
  void start()

  return {
    update(...next) {
      latest = next
      if (widget) widget.update(...next)
      else show(status)
    },
    outcome: () => widget?.outcome() ?? (status === 'failed' ? NOT_LOADED : { status: 'cancelled' }),
    follow: () => widget?.follow(),
    unmount() {
      removed = true
      stopWaiting()
      removeCard()
      widget?.unmount()
    },
  }
}
