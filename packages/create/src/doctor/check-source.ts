import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Check, type Checks, ok, problem, unknown } from './check.js'

const SOURCE = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.css'])
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage'])
/** Serverless platforms without a persistent disk. */
const SERVERLESS = ['vercel.json', '.vercel', 'netlify.toml', 'wrangler.toml', 'wrangler.jsonc']

/** Checks the app's own files: whether the style sheet is imported, and the store is persistent. */
export function checkSource(root: string): Checks {
  const text = sourceFiles(root)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  return { styles: checkStyles(text), store: checkStore(text, root) }
}

function checkStyles(text: string): Check {
  if (!text.includes('@leyden/react')) return unknown('No file imports @leyden/react.')
  if (/@leyden\/react\/(styles|layer|pay|ramp)\.css/.test(text)) return ok('The style sheet is imported.')
  return problem(
    'No file imports the style sheet: the widget shows as bare text.',
    'Import @leyden/react/styles.css beside the widget.',
  )
}

function checkStore(text: string, root: string): Check {
  const uses = (store: string) => text.includes(`${store}(`)
  if (uses('postgresStore')) return ok('Charges and events are kept in Postgres.')
  const serverless = SERVERLESS.find((file) => existsSync(join(root, file)))
  if (uses('sqliteStore') && serverless !== undefined)
    return problem(
      `An SQLite file does not outlive a function, and ${serverless} says that this runs as functions.`,
      "Use postgresStore({ connectionString }) of '@leyden/bff/postgres'.",
    )
  if (uses('sqliteStore')) return ok('Charges and events are kept in an SQLite file.')
  if (uses('memoryStore'))
    return problem(
      'memoryStore forgets every charge and event when the process ends.',
      "Use sqliteStore({ path: 'leyden.db' }) of '@leyden/bff/sqlite'.",
    )
  return unknown('No file here makes a store.')
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : sourceFiles(path)
    return SOURCE.has(extname(entry.name)) && !/\.test\./.test(entry.name) ? [path] : []
  })
}
