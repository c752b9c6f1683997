/** Lets the process end although the timer runs. Outside Node it is a number, without `unref`. */
export function unrefTimer<Timer>(timer: Timer): Timer {
  if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  return timer
}
