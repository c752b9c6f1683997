// The API reference, from the docstrings of the packages: one Markdown file an entry point.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

/** What each page of the reference is made from. */
const ENTRIES = [
  'core/src/index.ts',
  'lightning/src/index.ts',
  'react/src/index.ts',
  'react/src/testing.ts',
  'bff/src/index.ts',
]

await rm(path('.cache/api'), { recursive: true, force: true })
const app = await Application.bootstrapWithPlugins({
  entryPoints: ENTRIES.map((entry) => path(`../../packages/${entry}`)),
  tsconfig: path('tsconfig.api.json'),
  plugin: ['typedoc-plugin-markdown'],
  // TypeScript 7 has checked the types; this one is older.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  readme: 'none',
  logLevel: 'Error',
  outputs: [{ name: 'markdown', path: path('.cache/api') }],
  router: 'module',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  expandObjects: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  enumMembersFormat: 'table',
})
const project = await app.convert()
if (!project) throw new Error('TypeDoc found nothing to write.')
await app.generateOutputs(project)
