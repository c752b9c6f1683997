import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import { useEmbedMessages } from '../languages/use-embed-messages.js'
import type { EmbedSettings } from '../settings/settings.js'
import { adoptStyles } from '../style/adopt-styles.js'
import type { RampOptions } from './options.js'
import type { Widget, WidgetReports } from './widget.js'

/** How it ends where the code of the widget could not be had. */
const NOT_LOADED = { status: 'error', code: 'NOT_LOADED', retryable: true } as const

/** Draws the ramp widget as soon as its code, which a payment does not need, is there. */
export function mountRampLater(
  element: HTMLElement,
  firstOptions: RampOptions,
  firstSettings: EmbedSettings,
  reports: WidgetReports,
): Widget<'ramp'> {
  let latest: [RampOptions, EmbedSettings] = [firstOptions, firstSettings]
  let widget: Widget<'ramp'> | undefined
  let failed = false
  let gone = false
  const before = createRoot(element)

  const show = (next: boolean) => {
    failed = next
    loadLocale(latest[1].locale)
    before.render(<Before settings={latest[1]} failed={failed} onRetry={load} />)
  }

  const load = async () => {
    show(false)
    try {
      const { mountRamp, rampCss } = await import('../parts/more-part.js')
      if (gone) return
      adoptStyles(element.getRootNode() as ShadowRoot, rampCss, latest[1].nonce)
      before.unmount()
      widget = mountRamp(element, ...latest, reports)
    } catch (error) {
      if (gone) return
      console.error('Leyden could not load the file that lies beside its script.', error)
      show(true)
      reports.onEnding?.(NOT_LOADED)
    }
  }
  void load()

  return {
    update(options, settings) {
      latest = [options, settings]
      if (widget) widget.update(options, settings)
      else show(failed)
    },
    ending: () => widget?.ending() ?? (failed ? NOT_LOADED : { status: 'cancelled' }),
    follow: (signal, onEnding) => widget?.follow(signal, onEnding),
    unmount() {
      gone = true
      if (widget) widget.unmount()
      else before.unmount()
    },
  }
}

interface BeforeProps {
  settings: EmbedSettings
  failed: boolean
  onRetry: () => void
}

/** In the looks of the widget, whose parts are in the file that is missing. */
function Before({ settings, failed, onRetry }: BeforeProps) {
  const words = useEmbedMessages(settings)
  if (!words) return null
  const { say, locale = 'en', isRightToLeft } = words
  return (
    <section
      className="leyden"
      aria-label={say('rampTitle')}
      lang={locale}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      data-scheme={settings.colorScheme ?? 'auto'}
      data-state={failed ? 'failed' : 'loading'}
    >
      <div className="ly-body ly-part">
        <h2 className="ly-title">{say('rampTitle')}</h2>
        <div role="status">
          {failed ? (
            <div className="ly-note" data-tone="bad">
              {say('rampNoAnswer')}
            </div>
          ) : (
            <span className="ly-spinner" data-ly-size="big" aria-hidden="true" />
          )}
        </div>
        {failed && (
          <>
            <button type="button" className="ly-button" data-ly-look="main" onClick={onRetry}>
              {say('tryAgain')}
            </button>
            {/* What a frame or its shell keeps from loading often loads where nothing is around it. */}
            {window.parent !== window && (
              <a
                className="ly-button"
                data-ly-look="ghost"
                href={location.href}
                target="_blank"
                rel="noopener noreferrer"
              >
                {say('openInTab')}
              </a>
            )}
          </>
        )}
      </div>
    </section>
  )
}
