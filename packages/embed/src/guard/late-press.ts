/** Elements that get the focus by a press, apart from the field of a label. */
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Performs the default action of a press that the page has cancelled: it focuses, and a finger that is lifted in the
 * same place clicks.
 *
 * @returns a function that handles each pointer event, and returns whether the page had cancelled this press
 */
export function createLatePress(): (event: Event, target: EventTarget | undefined) => boolean {
  let moved = false
  let focuses = true
  let clicks = true
  return ({ type, defaultPrevented }, target) => {
    if (!(target instanceof Element)) return false
    if (type === 'pointerdown') {
      moved = false
      focuses = clicks = true
    }
    if (type === 'touchmove') moved = true
    if (defaultPrevented && /down$/.test(type)) focuses = false
    if (defaultPrevented && /^touch(start|end)$/.test(type)) focuses = clicks = false
    const isTap = type === 'touchend' && !clicks && !moved
    if (isTap)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
    if (isTap || (type === 'click' && !focuses)) focusAt(target)
    return !focuses
  }
}

function focusAt(target: Element): void {
  const found = target.closest<HTMLElement>(FOCUSABLE) ?? target.closest('label')?.control
  found?.focus()
}
