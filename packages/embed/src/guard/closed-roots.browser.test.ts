import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { installGuard } from './guard.js'

const { attachShadow } = Element.prototype
let listening: AbortController
let guard: ReturnType<typeof installGuard>

beforeEach(() => {
  listening = new AbortController()
  guard = installGuard(window, listening.signal, () => {})
})

afterEach(() => {
  listening.abort()
  document.body.replaceChildren()
})

/** A game on a canvas in a shadow root, which may be in another one. It records what is down. */
function gameIn(modes: readonly ShadowRootMode[]) {
  let parent: Node = document.body
  for (const mode of modes) {
    const host = document.createElement('div')
    parent.appendChild(host)
    parent = host.attachShadow({ mode })
  }
  const canvas = Object.assign(document.createElement('canvas'), { tabIndex: 0 })
  parent.appendChild(canvas)
  const down = new Set<string>()
  canvas.addEventListener('keydown', ({ code }) => down.add(code))
  canvas.addEventListener('keyup', ({ code }) => down.delete(code))
  canvas.addEventListener('mousedown', () => down.add('mouse'))
  canvas.addEventListener('mouseup', () => down.delete('mouse'))
  return { canvas, down }
}

describe.each<[ShadowRootMode[]]>([
  [['closed']],
  [['open']],
  [['closed', 'closed']],
  [['closed', 'open']],
  [['open', 'closed']],
])('a game in shadow roots %j', (modes) => {
  it('gets the release of the key that is held when an overlay opens', async () => {
    const { canvas, down } = gameIn(modes)
    canvas.focus()
    await userEvent.keyboard('{d>}')
    expect([...down]).toEqual(['KeyD'])
    guard.releaseHeld()
    expect([...down]).toEqual([])
    await userEvent.keyboard('{/d}')
  })

  it('gets the release of the mouse button that is held when an overlay opens', () => {
    const { canvas, down } = gameIn(modes)
    const { x, y } = canvas.getBoundingClientRect()
    const options = { bubbles: true, composed: true, buttons: 1, clientX: x + 9, clientY: y + 9 }
    canvas.dispatchEvent(new MouseEvent('mousedown', options))
    expect([...down]).toEqual(['mouse'])
    guard.releaseHeld()
    expect([...down]).toEqual([])
  })
})

it('leaves closed roots closed, and the function of the browser as it was', () => {
  const host = document.createElement('div')
  expect(host.attachShadow({ mode: 'closed' }).mode).toBe('closed')
  expect(host.shadowRoot).toBeNull()
  expect(() => host.attachShadow({ mode: 'closed' })).toThrow('already hosts a shadow tree')
  listening.abort()
  expect(Element.prototype.attachShadow).toBe(attachShadow)
})
