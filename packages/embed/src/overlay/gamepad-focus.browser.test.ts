import { afterEach, expect, it, vi } from 'vitest'
import { followGamepads } from './gamepad-focus.js'

/** Long, because the time depends on the machine and is not tested. */
const PATIENTLY = { interval: 5 }

const pad = { connected: true, axes: [0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) }
let looks = 0
let stop = () => {}

afterEach(() => {
  stop()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  for (const button of pad.buttons) button.pressed = false
  pad.axes = [0, 0]
})

function readGamepads() {
  looks++
  return [pad as unknown as Gamepad]
}

function stage(html: string) {
  const host = document.createElement('div')
  document.body.append(host)
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = html
  const onClose = vi.fn()
  const start = () => {
    stop = followGamepads(root, { readGamepads, onClose })
  }
  return { root, onClose, start, focused: () => root.activeElement?.textContent }
}

async function looked() {
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before), PATIENTLY)
}

async function press(index: number) {
  const button = pad.buttons[index]
  if (!button) throw new Error('No such button.')
  button.pressed = true
  await looked()
  button.pressed = false
  await looked()
}

it('moves the focus with D-pad and stick, and presses with A', async () => {
  const { root, start, focused } = stage(
    '<button>one</button><button disabled>no</button><br><button>two</button><br><button>three</button>',
  )
  const onClick = vi.fn()
  root.addEventListener('click', onClick)
  start()
  await press(13)
  expect(focused()).toBe('one')
  await press(13)
  expect(focused()).toBe('two')
  await press(12)
  expect(focused()).toBe('one')
  pad.axes = [0, 0.9]
  await looked()
  expect(focused()).toBe('two')
  pad.axes = [0, 0]
  await looked()
  await press(0)
  expect(onClick).toHaveBeenCalledOnce()
})

it('moves to the element beside, not to the next one in tab order', async () => {
  const { root, start, focused } = stage(
    '<table><tr><td><button>a1</button></td><td><button>b1</button></td></tr><tr><td><button>a2</button></td><td><button>b2</button></td></tr></table>',
  )
  start()
  root.querySelector('button')?.focus()
  await press(13)
  expect(focused()).toBe('a2')
  await press(15)
  expect(focused()).toBe('b2')
})

it('repeats while a direction is held', async () => {
  const { start, focused } = stage(
    '<button>1</button><br><button>2</button><br><button>3</button><br><button>4</button>',
  )
  start()
  const down = pad.buttons[13]
  if (down) down.pressed = true
  const reached = new Set<string | null | undefined>()
  await vi.waitFor(() => expect(reached.add(focused())).toContain('4'), PATIENTLY)
})

it('closes with B, and ignores a button that was held before', async () => {
  const first = pad.buttons[0]
  if (first) first.pressed = true
  const { root, start, onClose } = stage('<button>one</button>')
  root.querySelector('button')?.focus()
  const onClick = vi.fn()
  root.addEventListener('click', onClick)
  start()
  await looked()
  await looked()
  expect(onClick).not.toHaveBeenCalled()
  if (first) first.pressed = false
  await looked()
  await press(0)
  expect(onClick).toHaveBeenCalledOnce()
  await press(1)
  expect(onClose).toHaveBeenCalledOnce()
})
