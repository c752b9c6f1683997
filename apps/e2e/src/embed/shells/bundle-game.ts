import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const packageFolder = join(import.meta.dirname, '../../..')
/** The folders of the embed for game engines, and `pictures`. */
export const ENGINES = join(
  dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))),
  'engines',
)

const docs = ['phaser', 'pixijs', 'three', 'babylon'].map((engine) =>
  readFileSync(join(ENGINES, engine, 'README.md'), 'utf8'),
)

/** The code of a game in the docs of an engine: its fence has `js` and the engine's package. */
export function recipeOf(engine: string, bffUrl: string): string {
  const [, code] = new RegExp(`^\`\`\`js ${engine}\n(.*?)^\`\`\``, 'ms').exec(docs.join('\n')) ?? []
  if (!code) throw new Error(`The docs have no game for ${engine}.`)
  return code.replace("'sandbox'", `'${bffUrl}'`)
}

/** A game's script, bundled with the libraries that it imports, like a developer would. */
export async function bundleGame(code: string): Promise<string> {
  mkdirSync(join(packageFolder, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(packageFolder, 'node_modules/.cache/game-'))
  try {
    const input = join(folder, 'game.js')
    writeFileSync(input, code)
    const bundle = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        target: 'esnext',
        rolldownOptions: { input, output: { codeSplitting: false } },
      },
    })
    const [game] = 'output' in bundle ? bundle.output : []
    if (game?.type !== 'chunk') throw new Error('The game was not built.')
    return game.code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
