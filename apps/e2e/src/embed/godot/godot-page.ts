import { runInNewContext } from 'node:vm'
import { toJavaScript } from './gdscript.js'

/**
 * The parts of Godot 4 that the addon uses, for a page. `JavaScriptBridge` works like Godot's own
 * (`platform/web/javascript_bridge_singleton.cpp`, `library_godot_javascript_singleton.js`), and functions end after an
 * error, like in its debug builds (`modules/gdscript/gdscript_vm.cpp`).
 */
const GODOT = `
  const Godot = (() => {
    class ScriptError extends Error {}
    const fail = (message) => { throw new ScriptError(message) }
    const errors = []
    /** Records each change of pause and mute. */
    const changes = []

    class Dictionary {
      constructor(pairs) { this.map = new Map(pairs) }
      get(key, fallback = null) { return this.map.has(key) ? this.map.get(key) : fallback }
      erase(key) { return this.map.delete(key) }
      merge(other) { for (const [key, value] of other.map) if (!this.map.has(key)) this.map.set(key, value) }
      is_empty() { return this.map.size === 0 }
      size() { return this.map.size }
    }

    /** Methods of Godot's strings and arrays, which have other names in JavaScript or do not exist. */
    const STRING_METHODS = {
      contains: (text, part) => text.includes(part),
      find: (text, part) => text.indexOf(part),
      get_base_dir: (text) => text.slice(0, Math.max(0, text.lastIndexOf('/'))),
      get_extension: (text) => /\\.([^./]*)$/.exec(text)?.[1] ?? '',
      insert: (text, at, part) => text.slice(0, at) + part + text.slice(at),
      is_empty: (text) => text === '',
      length: (text) => text.length,
      path_join: (text, part) => text === '' || text.endsWith('/') ? text + part : text + '/' + part,
      to_camel_case: (text) => text.replace(/_+(.)/g, (_, letter) => letter.toUpperCase()),
    }
    const ARRAY_METHODS = {
      append: (array, value) => void array.push(value),
      has: (array, value) => array.includes(value),
    }

    class Signal {
      waiting = []
      emit(value) { for (const resume of this.waiting.splice(0)) resume(value) }
    }

    class JavaScriptObject {
      constructor(value) {
        this.value = value
        // Reading a property reads it from the JavaScript object.
        return new Proxy(this, { get: (own, name) => name === 'value' || typeof name === 'symbol' ? own[name] : toVariant(value[name]) })
      }
    }
    // Strings, numbers, booleans and JavaScript objects are passed on; every other type becomes undefined.
    const toJs = (value) =>
      value === null || ['boolean', 'number', 'string'].includes(typeof value) ? value
        : value instanceof JavaScriptObject ? value.value : undefined
    const toVariant = (value) =>
      value === undefined || value === null ? null
        : ['boolean', 'number', 'string'].includes(typeof value) ? value : new JavaScriptObject(value)
    const callJs = (object, method, args) => {
      try {
        return toVariant(object.value[method](...args.map(toJs)))
      } catch {
        return fail('Error calling method ' + method)
      }
    }

    /** Methods of every Godot object. With a typed variable these are called, not those of JavaScript. */
    const OBJECT_METHODS = ['call', 'callv', 'call_deferred', 'connect', 'disconnect', 'emit_signal', 'free', 'get', 'set', 'has_method', 'to_string']
    const call = (base, method, args, type) => {
      if (base === null || base === undefined) return fail('Cannot call method ' + method + ' on a null value.')
      if (base instanceof JavaScriptObject) {
        if (type !== 'JavaScriptObject' || !OBJECT_METHODS.includes(method)) return callJs(base, method, args)
        if (method !== 'call' || typeof args[0] !== 'string') return fail('Not known to this page: Object.' + method)
        return callJs(base, args[0], args.slice(1))
      }
      const methods = typeof base === 'string' ? STRING_METHODS : Array.isArray(base) ? ARRAY_METHODS : undefined
      if (methods) return Object.hasOwn(methods, method) ? methods[method](base, ...args) : fail('There is no method ' + method)
      if (typeof base[method] !== 'function') return fail('There is no method ' + method)
      return base[method](...args)
    }

    const is = (value, type) => ({
      Dictionary: () => value instanceof Dictionary,
      Array: () => Array.isArray(value),
      String: () => typeof value === 'string',
      bool: () => typeof value === 'boolean',
      int: () => Number.isInteger(value),
      JavaScriptObject: () => value === null || value instanceof JavaScriptObject,
      Callable: () => typeof value === 'function',
      PackedStringArray: () => Array.isArray(value),
      Variant: () => true,
      void: () => value === undefined,
    })[type]()
    const typed = (type, value) => is(value, type) ? value : fail('This is no ' + type + ': ' + value)

    const checkArguments = (count, atLeast, atMost) => {
      if (count < atLeast || count > atMost) fail('Called with ' + count + ' arguments.')
    }

    // A function that fails ends, and returns an empty value of its type.
    const emptyOf = (type) => type === 'Dictionary' ? new Dictionary() : null
    const failed = (type, error) => {
      errors.push(error.message)
      return emptyOf(type)
    }
    const run = (type, body) => {
      try { return typed(type, body()) } catch (error) { return failed(type, error) }
    }
    function* coroutine(type, body) {
      try { return typed(type, yield* body()) } catch (error) { return failed(type, error) }
    }
    function* awaited(value) {
      if (value instanceof Signal) return yield value
      return yield* value
    }
    /** Starts a coroutine like a caller without await. */
    const start = (generator) => new Promise((resolve) => {
      const step = (value) => {
        const next = generator.next(value)
        if (next.done) resolve(next.value)
        else next.value.waiting.push(step)
      }
      step()
    })

    const toDictionary = (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? new Dictionary(Object.entries(value)) : value
    const toPlain = (_, value) => value instanceof Dictionary ? Object.fromEntries(value.map) : value

    const watched = (name, value = false) => ({
      get: () => value,
      set(next) {
        value = next
        changes.push(name + ' ' + next)
      },
    })
    const tree = Object.defineProperty({}, 'paused', watched('paused'))
    const master = Object.defineProperty({}, 'mute', watched('muted'))

    class EditorExportPlugin {}

    class Node {
      static PROCESS_MODE_ALWAYS = 3
      process_mode = 0
      get_tree() { return tree }
    }

    return {
      errors, changes, tree, master, start, plain: (value) => JSON.parse(JSON.stringify(value, toPlain)),
      Dictionary, Signal, Node, EditorExportPlugin, call, checkArguments, is, typed, run, coroutine, awaited,
      truth: (value) => value instanceof Dictionary ? !value.is_empty() : Boolean(value),
      index(base, at) {
        if (!(base instanceof Dictionary)) return base[at]
        return base.map.has(at) ? base.map.get(at) : fail('There is no key ' + at)
      },
      each: (value) => value instanceof Dictionary ? [...value.map.keys()] : value,
      setIndex: (base, at, value) => void base.map.set(at, value),
      format: (text, values) => { const left = [values].flat(); return text.replace(/%[ds]/g, () => String(left.shift())) },
      str: (value) => value === null ? '<null>' : String(value),
      push_error: (message) => void errors.push(message),
      OS: { has_feature: (name) => name === 'web' },
      Time: { get_ticks_usec: () => Math.round(performance.now() * 1000) },
      AudioServer: {
        get_bus_index: (name) => name === 'Master' ? 0 : -1,
        is_bus_mute: () => master.mute,
        set_bus_mute: (_, mute) => { master.mute = mute },
      },
      JSON: {
        stringify: (value) => JSON.stringify(value, toPlain),
        parse_string(text) {
          typed('String', text)
          try {
            return JSON.parse(text, toDictionary)
          } catch {
            errors.push('Parse JSON failed.')
            return null
          }
        },
      },
      JavaScriptBridge: {
        get_interface: (name) => typeof window[name] === 'undefined' ? null : new JavaScriptObject(window[name]),
        // One array with all arguments.
        create_callback: (callable) => new JavaScriptObject((...args) => toJs(callable(args.map(toVariant)) ?? null)),
        eval: (code) => toVariant((0, eval)(code)),
      },
    }
  })()
`

/** Runs a script of the addon in Node, in place of Godot's editor. `files` are the files on the editor's disk. */
export function editorScript<T>(source: string, files: Map<string, string>): { script: T; errors: string[] } {
  const { Godot, script } = runInNewContext(
    `${GODOT}
    Godot.FileAccess = {
      READ: 1,
      WRITE: 2,
      file_exists: (path) => files.has(path),
      get_file_as_string: (path) => files.get(path) ?? '',
      open: (path) => isWritable(path) ? { store_string: (text) => files.set(path, text), close() {} } : null,
    }
    Godot.DirAccess = {
      get_files_at: (folder) => [...files.keys()].filter((path) => path.startsWith(folder + '/')).map((path) => path.slice(folder.length + 1)),
    }
    ;({ Godot, script: new (${toJavaScript(source)})() })`,
    { files, performance, isWritable: (path: string) => !path.startsWith('/read-only/') },
  )
  return { script, errors: Godot.errors }
}

/** Runs the addon's script as an autoload, `window.addon`, in an environment, `window.Godot`. */
export function godotScript(source: string): string {
  return `<script>${GODOT}
    window.Godot = Godot
    window.addon = new (${toJavaScript(source)})()
    addon._ready()
  </script>`
}
