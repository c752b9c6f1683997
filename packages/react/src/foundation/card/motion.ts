/** A movement of the design, as `tokens.css` has it. */
interface Motion {
  /** In milliseconds; 0 for people who want less motion, and without our styles. */
  duration: number
  easing: string
}

/** Reads how things move at this element. */
export function motionOf(element: Element): Motion {
  const style = getComputedStyle(element)
  const text = style.getPropertyValue('--ly-motion-move').trim()
  const value = Number.parseFloat(text) || 0
  return {
    duration: text.endsWith('ms') ? value : value * 1_000,
    easing: style.getPropertyValue('--ly-motion-ease').trim() || 'ease-out',
  }
}
