import { focusables, nextFocusable } from '../guard/focusables.js'

/** The direction of each button: to the right, and down. */
const DIRECTIONS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const
type Direction = keyof typeof DIRECTIONS

/** Standard mapping: https://w3c.github.io/gamepad/#remapping */
const BUTTONS = { a: 0, b: 1, up: 12, down: 13, left: 14, right: 15 }

const POLL_MS = 40
const FIRST_REPEAT_MS = 420
const REPEAT_MS = 140
/** Sticks do not rest exactly in the centre, so a movement counts from half of the way. */
const STICK = 0.5

/**
 * While an overlay is open, D-pad and left stick move the focus, A presses and B closes. A button that is held when it
 * opens does nothing until it is released, because it may have opened the overlay.
 *
 * @returns a function that ends it
 */
export function followGamepads(
  root: ShadowRoot,
  { readGamepads, onClose }: { readGamepads: () => Gamepad[]; onClose: () => void },
): () => void {
  let before = pressed(readGamepads())
  // A direction that is held already never repeats.
  let held = { direction: directionOf(before), nextAt: Number.POSITIVE_INFINITY }

  const poll = () => {
    const now = pressed(readGamepads())
    const isFresh = (name: string) => now.has(name) && !before.has(name)
    if (isFresh('b')) onClose()
    else if (isFresh('a')) press(root)
    else move(directionOf(now))
    before = now
  }

  const move = (direction: Direction | undefined) => {
    const at = performance.now()
    const isHeld = held.direction === direction
    if (isHeld && at < held.nextAt) return
    if (direction) focusNext(root, direction)
    held = { direction, nextAt: at + (isHeld ? REPEAT_MS : FIRST_REPEAT_MS) }
  }

  // Not with animation frames, because games stop those.
  const timer = setInterval(poll, POLL_MS)
  return () => clearInterval(timer)
}

function pressed(pads: readonly Gamepad[]): Set<string> {
  const names = new Set<string>()
  for (const pad of pads) {
    for (const [name, index] of Object.entries(BUTTONS)) if (pad.buttons[index]?.pressed) names.add(name)
    const [x = 0, y = 0] = pad.axes
    if (Math.abs(x) > Math.abs(y)) {
      if (Math.abs(x) > STICK) names.add(x > 0 ? 'right' : 'left')
    } else if (Math.abs(y) > STICK) names.add(y > 0 ? 'down' : 'up')
  }
  return names
}

function directionOf(names: ReadonlySet<string>): Direction | undefined {
  return (Object.keys(DIRECTIONS) as Direction[]).find((name) => names.has(name))
}

function press(root: ShadowRoot): void {
  const { activeElement } = root
  if (activeElement instanceof HTMLElement && activeElement.matches('a, button, summary, input, select'))
    activeElement.click()
}

/**
 * Focuses the nearest element in that direction, otherwise the next one in tab order, so that every element can be
 * reached.
 */
function focusNext(root: ShadowRoot, direction: Direction): void {
  const all = focusables(root)
  const current = root.activeElement
  if (!(current instanceof HTMLElement) || !all.includes(current)) {
    all[0]?.focus()
    return
  }
  const here = centre(current)
  const beside = all
    .filter((element) => element !== current)
    .map((element) => ({ element, ...offset(here, centre(element), direction) }))
    .filter(({ ahead }) => ahead > 1)
    .sort((a, b) => a.ahead + 2 * a.aside - (b.ahead + 2 * b.aside))[0]?.element
  const step = direction === 'down' || direction === 'right' ? 1 : -1
  const next = beside ?? nextFocusable(all, current, step)
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function centre(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function offset(from: { x: number; y: number }, to: { x: number; y: number }, direction: Direction) {
  const [right, down] = DIRECTIONS[direction]
  const x = to.x - from.x
  const y = to.y - from.y
  return { ahead: x * right + y * down, aside: Math.abs(x * down) + Math.abs(y * right) }
}
