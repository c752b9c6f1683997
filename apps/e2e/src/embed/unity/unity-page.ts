/**
 * The environment that Unity's runtime gives a .jslib: a heap with strings, the canvas, and messages to a game object.
 */
const RUNTIME = `
  const heap = new Uint8Array(1 << 20)
  let top = 8
  const Module = { canvas: document.querySelector('canvas') }
  const LibraryManager = { library: {} }
  const mergeInto = (library, functions) => Object.assign(library, functions)
  const SendMessage = (object, method, text) => window.sendMessage(object, method, text)
  const _malloc = (size) => { top += size; return top - size }
  const lengthBytesUTF8 = (text) => new TextEncoder().encode(text).length
  const stringToUTF8 = (text, pointer, size) => {
    heap.fill(0, pointer, pointer + size)
    heap.set(new TextEncoder().encode(text).subarray(0, size - 1), pointer)
  }
  const UTF8ToString = (pointer) => new TextDecoder().decode(heap.subarray(pointer, heap.indexOf(0, pointer)))
  window.unityCall = (text) => {
    const pointer = _malloc(lengthBytesUTF8(text) + 1)
    stringToUTF8(text, pointer, lengthBytesUTF8(text) + 1)
    return UTF8ToString(LibraryManager.library.LeydenCall(pointer))
  }
  window.unityListen = () => LibraryManager.library.LeydenListen()
`

/** A .jslib in Unity's runtime with a canvas: `unityCall(text)` and `unityListen()` are the functions that C# calls. */
export const unityCode = (jslib: string): string => `{${RUNTIME}${jslib}}`

/** The same in a script element. */
export const unityScript = (jslib: string): string => `<script>${unityCode(jslib)}</script>`

/** A canvas, and a .jslib in Unity's runtime. */
export function unityPlayer(jslib: string): string {
  return `<canvas tabindex="-1"></canvas>${unityScript(jslib)}`
}

/** The values that Unity writes into a template. */
export const TEMPLATE_VALUES = {
  PRODUCT_NAME: 'Space "Tips"',
  PRODUCT_VERSION: '1.0',
  COMPANY_NAME: 'Leyden',
  LOADER_FILENAME: 'game.loader.js',
  DATA_FILENAME: 'game.data',
  FRAMEWORK_FILENAME: 'game.framework.js',
  CODE_FILENAME: 'game.wasm',
  USE_WASM: true,
}

/** Makes a page from a WebGL template like Unity: evaluates lines with `#if`, then expressions in triple braces. */
export function buildTemplate(template: string, values: Record<string, unknown>): string {
  let isIncluded = true
  const lines = template.split('\n').filter((line) => {
    const [, directive, name] = /^#(if|endif)(?: (\w+))?$/.exec(line) ?? []
    if (directive) isIncluded = directive === 'endif' || Boolean(values[name ?? ''])
    return isIncluded && !directive
  })
  return lines.join('\n').replace(/{{{ (?:JSON\.stringify\((\w+)\)|(\w+)) }}}/g, (_, quoted, plain) => {
    const value = values[quoted ?? plain]
    if (value === undefined)
      throw new Error(`The template asks for ${quoted ?? plain}, which is not defined.`)
    return quoted ? JSON.stringify(value) : String(value)
  })
}
