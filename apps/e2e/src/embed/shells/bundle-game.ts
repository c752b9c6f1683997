import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const home = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(home, '../../docs/games.md'), 'utf8')

/** The code of a recipe in the guide: its fence says `js` and the engine's package. */
export function recipeOf(engine: string, bffUrl: string): string {
  const code = guide.split('```js ').find((block) => block.startsWith(`${engine}\n`))
  if (!code) throw new Error(`The guide has no recipe for ${engine}.`)
  return code.slice(engine.length, code.indexOf('\n```')).replace('https://shop.example/leyden', bffUrl)
}

/** A game's script with the libraries that it imports, bundled as a developer would. */
export async function bundleGame(code: string): Promise<string> {
  mkdirSync(join(home, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(home, 'node_modules/.cache/game-'))
  try {
    const input = join(folder, 'game.js')
    writeFileSync(input, code)
    const built = await build({
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
    const [game] = 'output' in built ? built.output : []
    if (game?.type !== 'chunk') throw new Error('The game was not built.')
    return game.code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
