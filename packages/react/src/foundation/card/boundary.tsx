import { isLeydenError, LeydenError } from '@leyden/core'
import { messageReference } from '@leyden/core/internal'
import { Component, type ReactNode } from 'react'
import type { Translate } from '../messages/use-messages.js'
import { Button } from './buttons.js'
import { Note } from './parts.js'

interface BoundaryProps {
  /** Called with each error. */
  onError?: ((error: LeydenError) => void) | undefined
  /** What is shown in place of the children, with a function that shows them again. */
  fallback?: ((retry: () => void) => ReactNode) | undefined
  /** The state that the children show. If it changes, they are shown again. */
  shown?: string | undefined
  children: ReactNode
}

/**
 * Shows a fallback in place of children that throw, so that the rest of the page is not lost with them: a translator or
 * an extension may have replaced nodes that React removes.
 */
export class Boundary extends Component<BoundaryProps> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  retry = () => this.setState({ hasFailed: false })

  override componentDidCatch(cause: unknown) {
    console.error(`Leyden could not show a widget. See ${messageReference('WIDGET_CANNOT_BE_SHOWN')}`, cause)
    const message = 'The widget could not be shown.'
    this.props.onError?.(isLeydenError(cause) ? cause : new LeydenError('UNKNOWN', message, { cause }))
  }

  override componentDidUpdate({ shown }: BoundaryProps) {
    if (this.state.hasFailed && shown !== this.props.shown) this.retry()
  }

  override render() {
    const { fallback, children } = this.props
    if (!this.state.hasFailed) return children
    // The fallback may fail for the same reason.
    return fallback ? <Boundary>{fallback(this.retry)}</Boundary> : null
  }
}

/** The fallback of a widget. */
export function Problem({
  t,
  onRetry,
}: {
  t: Translate<'partBroken' | 'reloadPage' | 'tryAgain'>
  onRetry: () => void
}) {
  return (
    <>
      <div role="alert">
        <Note tone="bad" title={t('partBroken')}>
          {t('reloadPage')}
        </Note>
      </div>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </>
  )
}
