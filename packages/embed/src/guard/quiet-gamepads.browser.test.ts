import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installGuard } from './guard.js'

const native = Object.getOwnPropertyDescriptor(Navigator.prototype, 'getGamepads')
const host = document.createElement('div')
let listening: AbortController
let pad: ReturnType<typeof padAtRest>

beforeEach(() => {
  pad = padAtRest()
  browserHas(() => [null, pad])
  listening = new AbortController()
})

afterEach(() => {
  listening.abort()
  Reflect.deleteProperty(navigator, 'getGamepads')
  if (native) Object.defineProperty(Navigator.prototype, 'getGamepads', native)
})

function padAtRest() {
  return {
    id: 'pad',
    index: 1,
    connected: true,
    mapping: 'standard',
    timestamp: performance.now(),
    axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
  }
}

/** The browser's own function, which refuses another `this`, as the real one does. */
function browserHas(getGamepads: () => unknown) {
  function checked(this: unknown) {
    if (this !== navigator) throw new TypeError('Illegal invocation')
    return getGamepads()
  }
  Object.defineProperty(Navigator.prototype, 'getGamepads', { ...native, value: checked })
}

const install = () => installGuard(window, listening.signal, () => {})

function hold(place: number, isDown = true) {
  pad.buttons[place] = { pressed: isDown, touched: isDown, value: isDown ? 1 : 0 }
  pad.timestamp = performance.now()
}

/** What a game sees that asks for the pads in each frame. */
function inGame(getGamepads = () => navigator.getGamepads()) {
  const found = Array.from(getGamepads()).find((each) => each?.id === 'pad')
  return {
    buttons: found?.buttons.flatMap(({ pressed, value }, place) => (pressed || value > 0 ? [place] : [])),
    axes: found?.axes,
  }
}

const AT_REST = { buttons: [], axes: [0, 0, 0, 0] }

it('hides what the player does while an overlay is modal, and nothing before and after it', () => {
  const guard = install()
  hold(13)
  pad.axes = [0, 0.9, 0, 0]
  expect(inGame()).toEqual({ buttons: [13], axes: [0, 0.9, 0, 0] })
  const end = guard.guardModal(host)
  expect(inGame()).toEqual(AT_REST)
  hold(0)
  expect(inGame()).toEqual(AT_REST)
  expect(guard.readGamepads()[0]?.buttons[0]?.pressed).toBe(true)
  for (const place of [0, 13]) hold(place, false)
  pad.axes = [0, 0, 0, 0]
  end()
  hold(2)
  expect(inGame()).toEqual({ buttons: [2], axes: [0, 0, 0, 0] })
})

it('hides what is held when the overlay closes until the player lets it go', async () => {
  const guard = install()
  const end = guard.guardModal(host)
  hold(0)
  pad.axes = [0.8, 0, 0, 0]
  end()
  expect(inGame()).toEqual(AT_REST)
  hold(3)
  expect(inGame()).toEqual({ buttons: [3], axes: [0, 0, 0, 0] })
  hold(0, false)
  expect(inGame().buttons).toEqual([3])
  hold(0)
  expect(inGame()).toEqual({ buttons: [0, 3], axes: [0, 0, 0, 0] })
  pad.axes = [0.1, 0, 0, 0]
  expect(inGame().axes).toEqual([0.1, 0, 0, 0])
})

it('notices a release that the game does not look at, because it is still paused', async () => {
  let looks = 0
  browserHas(() => {
    looks++
    return [pad]
  })
  const guard = install()
  const end = guard.guardModal(host)
  hold(0)
  end()
  hold(0, false)
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before))
  hold(0)
  expect(inGame().buttons).toEqual([0])
})

it('returns real pads with a newer timestamp, because engines ignore an old one', () => {
  const guard = install()
  hold(13)
  const { timestamp } = pad
  const end = guard.guardModal(host)
  const [, seen] = navigator.getGamepads()
  expect(seen).toMatchObject({ id: 'pad', index: 1, connected: true, mapping: 'standard' })
  expect(seen?.timestamp).toBeGreaterThanOrEqual(timestamp)
  pad.timestamp = 0
  expect(navigator.getGamepads()[1]?.timestamp).toBeGreaterThan(0)
  end()
})

it.each([
  ['before the script', true],
  ['after the script', false],
])('calls a function that the page has set %s, and puts it back', async (_when, isBefore) => {
  // As a page with a pad on its touch screen.
  const touched = { ...padAtRest(), id: 'touch', index: 3 }
  const set = () => {
    const original = navigator.getGamepads.bind(navigator)
    navigator.getGamepads = () => [...original(), touched as unknown as Gamepad]
    return navigator.getGamepads
  }
  let own = isBefore ? set() : undefined
  const guard = install()
  own ??= set()
  const end = guard.guardModal(host)
  hold(0)
  touched.buttons[1] = { pressed: true, touched: true, value: 1 }
  expect(navigator.getGamepads().map((each) => each?.buttons.some(({ pressed }) => pressed))).toEqual([
    undefined,
    false,
    false,
  ])
  // The overlay gets both.
  expect(guard.readGamepads().map(({ id, buttons }) => [id, buttons.findIndex((b) => b.pressed)])).toEqual([
    ['pad', 0],
    ['touch', 1],
  ])
  end()
  hold(0, false)
  touched.buttons[1] = { pressed: false, touched: false, value: 0 }
  if (isBefore) listening.abort()
  await vi.waitFor(() => expect(navigator.getGamepads).toBe(own))
})

it('also hides pads from a function that the page kept after the script was loaded', () => {
  const guard = install()
  const kept = navigator.getGamepads.bind(navigator)
  const end = guard.guardModal(host)
  hold(0)
  expect(inGame(kept)).toEqual(AT_REST)
  end()
})

it('keeps the events that connect and disconnect a pad', () => {
  const guard = install()
  const end = guard.guardModal(host)
  const onConnect = vi.fn()
  const { signal } = listening
  for (const type of ['gamepadconnected', 'gamepaddisconnected']) {
    window.addEventListener(type, onConnect, { signal })
    window.dispatchEvent(new Event(type))
  }
  expect(onConnect).toHaveBeenCalledTimes(2)
  end()
})

it('works where gamepads cannot be read', () => {
  browserHas(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const guard = install()
  const end = guard.guardModal(host)
  expect(guard.readGamepads()).toEqual([])
  expect(() => navigator.getGamepads()).toThrow('denied')
  end()
})

it('works with the real pads of the browser', () => {
  if (native) Object.defineProperty(Navigator.prototype, 'getGamepads', native)
  const guard = install()
  const end = guard.guardModal(host)
  expect(Array.isArray(navigator.getGamepads())).toBe(true)
  end()
  listening.abort()
  expect(Object.getOwnPropertyDescriptor(Navigator.prototype, 'getGamepads')).toEqual(native)
})
