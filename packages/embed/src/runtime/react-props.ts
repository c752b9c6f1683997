// React's names of attributes and events in Preact's words, for every element that is made.
import { options } from 'preact'

const NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  // React's bubble, the browser's of that name do not.
  onFocus: 'onfocusin',
  onBlur: 'onfocusout',
}
/** Attributes of SVG that have a hyphen. */
const HYPHENATED = /^(?:clip|color|fill|shape|stop|stroke|text)[A-Z]/

const before = options.vnode
options.vnode = (vnode) => {
  const { type, props } = vnode
  if (typeof type === 'string') {
    const isTyped =
      type === 'textarea' || (type === 'input' && !/^(?:checkbox|radio|file)$/.test(typeOf(props)))
    vnode.props = Object.fromEntries(
      Object.entries(props).map(([name, value]) => [
        // React's is told of each key, the browser's when the field is left.
        isTyped && name === 'onChange' ? 'oninput' : nameOf(name),
        value ?? undefined,
      ]),
    ) as typeof props
  }
  before?.(vnode)
}

const beforeEvent = options.event
options.event = (event) => Object.assign(beforeEvent?.(event) ?? event, { nativeEvent: event })

function nameOf(name: string): string {
  if (HYPHENATED.test(name)) return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return NAMES[name] ?? name
}

function typeOf(props: object): string {
  return 'type' in props ? String(props.type) : ''
}
