import type { Translate } from '../messages/use-messages.js'
import { waitText } from '../page/countdown.js'
import { Button, type ButtonProps } from './buttons.js'

interface RetryButtonProps extends Pick<ButtonProps, 'aria-describedby'> {
  /** Whole seconds until it can be pressed. */
  seconds: number
  onRetry: () => void
  t: Translate<'tryAgain' | 'tryAgainIn'>
}

/** A button that can be pressed after a wait. */
export function RetryButton({ seconds, onRetry, t, ...rest }: RetryButtonProps) {
  return seconds > 0 ? (
    <Button off {...rest}>
      {t('tryAgainIn', { time: waitText(seconds, t.locale) })}
    </Button>
  ) : (
    <Button onClick={onRetry} {...rest}>
      {t('tryAgain')}
    </Button>
  )
}
