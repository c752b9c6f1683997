import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { takenFrom } from './taken.js'

export const repository = join(import.meta.dirname, '../../../..')
/** The folder from which the packages are resolved, like in an app that has installed them. */
const CACHE = join(repository, 'apps/e2e/node_modules/.cache')

/** The text of a guide in `docs`, or of one section of it. */
export async function readGuide(name: string, section?: string): Promise<string> {
  const text = await readFile(join(repository, 'docs', name), 'utf8')
  if (section === undefined) return text
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`))
  if (found === undefined) throw new Error(`${name} has no section "${section}".`)
  return found
}

/** The code block of a guide whose first line names this file. */
export const sampleOf = (guide: string, file: string) =>
  takenFrom(guide, new RegExp(`^\`\`\`\\w+\\n(// ${file}\\n[\\s\\S]*?)^\`\`\`$`, 'm'))

/** Code blocks whose first line is the name of a file. */
const FILES = /^```\w+\n((?:#|\/\/|<!--) (\.env|[\w.]+\.mjs|index\.html)(?: -->)?\n[\s\S]*?)^```$/gm

/** The files of the quick start: settings, BFF, server and page, by name, each with `adapt` applied. */
export async function quickStartFiles(adapt: (code: string) => string): Promise<Record<string, string>> {
  const guide = await readGuide('quick-start.md', 'Install and run')
  const files = Object.fromEntries(
    [...guide.matchAll(FILES)].map(([, code = '', name = '']) => [name, adapt(code)]),
  )
  for (const name of ['.env', 'leyden.server.mjs', 'server.mjs', 'index.html'])
    if (!(name in files)) throw new Error(`The quick start has no ${name}.`)
  return files
}

/** A page with only this React element. */
export const pageOf = (imports: string, element: string) => ({
  'main.tsx': `import { createRoot } from 'react-dom/client'
    ${imports}
    createRoot(document.body).render(${element})`,
  'index.html':
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/main.tsx"></script>',
  'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
})

/** An app with these files in a new folder. */
export async function createSampleApp(files: Record<string, string>) {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'sample-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const closers: (() => Promise<unknown>)[] = []
  const app = {
    folder,
    /** The output of the app's programs. */
    output: '',
    /** The part of the output on standard error. */
    errors: '',
    /** Runs a program of the app with Node until the app is closed. */
    run(args: string[], env?: NodeJS.ProcessEnv) {
      const child = spawn(process.execPath, args, { cwd: folder, env })
      child.stdout.on('data', (data) => {
        app.output += data
      })
      child.stderr.on('data', (data) => {
        app.output += data
        app.errors += data
      })
      process.once('exit', () => child.kill())
      closers.unshift(async () => child.exitCode === null && child.kill() && (await once(child, 'exit')))
    },
    /** Builds the app's page with Vite and serves it, with `/api` forwarded to the app's server. */
    async servePage(port: number, serverPort: number) {
      const config = { configFile: false, root: folder, logLevel: 'error' } as const
      await build(config)
      const target = `http://127.0.0.1:${serverPort}`
      const proxy = { '/api': { target, changeOrigin: false } }
      const page = await preview({ ...config, preview: { host: 'localhost', port, proxy } })
      closers.unshift(() => page.close())
    },
    async close() {
      for (const close of closers) await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return app
}
