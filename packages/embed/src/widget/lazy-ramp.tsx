import { createRoot } from 'react-dom/client'
import { loadLocale } from '../languages/languages.js'
import { useEmbedMessages } from '../languages/use-embed-messages.js'
import type { EmbedSettings } from '../settings/settings.js'
import { adoptStyles } from '../style/adopt-styles.js'
import type { RampOptions } from './options.js'
import type { Widget, WidgetReports } from './widget.js'

/** How it ends if the code of the widget cannot be loaded. */
const NOT_LOADED = { status: 'error', code: 'NOT_LOADED', retryable: true } as const

/** Draws the ramp widget as soon as its code is loaded, which a payment does not need. */
export function mountLazyRamp(
  element: HTMLElement,
  firstOptions: RampOptions,
  firstSettings: EmbedSettings,
  reports: WidgetReports,
): Widget<'ramp'> {
  let latest: [RampOptions, EmbedSettings] = [firstOptions, firstSettings]
  let widget: Widget<'ramp'> | undefined
  let failed = false
  let removed = false
  const loadingRoot = createRoot(element)

  const show = (next: boolean) => {
    failed = next
    loadLocale(latest[1].locale)
    loadingRoot.render(<LoadingCard settings={latest[1]} failed={failed} onRetry={load} />)
  }

  const load = async () => {
    show(false)
    try {
      const { mountRamp, rampCss } = await import('../parts/more-part.js')
      if (removed) return
      adoptStyles(element.getRootNode() as ShadowRoot, rampCss, latest[1].nonce)
      loadingRoot.unmount()
      widget = mountRamp(element, ...latest, reports)
    } catch (error) {
      if (removed) return
      console.error('Leyden could not load leyden-more.js from the folder of its script.', error)
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
      removed = true
      if (widget) widget.unmount()
      else loadingRoot.unmount()
    },
  }
}

interface LoadingCardProps {
  settings: EmbedSettings
  failed: boolean
  onRetry: () => void
}

/** The card of the widget while its code is being loaded, or cannot be. */
function LoadingCard({ settings, failed, onRetry }: LoadingCardProps) {
  const messages = useEmbedMessages(settings)
  if (!messages) return null
  const { t, locale = 'en', isRightToLeft } = messages
  return (
    <section
      className="leyden"
      aria-label={t('rampTitle')}
      lang={locale}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      data-scheme={settings.colorScheme ?? 'auto'}
      data-state={failed ? 'failed' : 'loading'}
    >
      <div className="ly-body ly-part">
        <h2 className="ly-title">{t('rampTitle')}</h2>
        <div role="status">
          {failed ? (
            <div className="ly-note" data-tone="bad">
              {t('noConnection')}
            </div>
          ) : (
            <span className="ly-spinner" data-ly-size="big" aria-hidden="true" />
          )}
        </div>
        {failed && (
          <>
            <button type="button" className="ly-button" data-ly-look="main" onClick={onRetry}>
              {t('tryAgain')}
            </button>
            {/* A file that cannot be loaded in a frame can often be loaded in a page of its own. */}
            {window.parent !== window && (
              <a
                className="ly-button"
                data-ly-look="ghost"
                href={location.href}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('openInTab')}
              </a>
            )}
          </>
        )}
      </div>
    </section>
  )
}
