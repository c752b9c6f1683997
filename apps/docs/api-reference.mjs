// Writes the API reference from the docstrings of the packages: one Markdown file for each entry point. It fails if a
// public export, or a member of one, has no docstring.
import { fileURLToPath } from 'node:url'
import { Application, LogLevel, OptionDefaults } from 'typedoc'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The public entry points. Those that are left out repeat a part of another. */
const ENTRIES = [
  'core/src/{index,client/money,client/status,events/webhook,server/provider}.ts',
  'lightning/src/{index,testing}.ts',
  'react/src/{index,parts,flows,query,testing}.ts',
  'embed/src/{index,phaser,engines}.ts',
  'embed/files.d.mts',
  'lnurl/src/{index,check/check-address}.ts',
  'bff/src/{index,operations,exchange-rates,openapi,node,next,nwc,settings,memory,sqlite,postgres}.ts',
  'operators-page/src/index.ts',
  'sandbox/src/{index,node}.ts',
]
/** The packages whose public exports and members need a docstring. */
const DOCUMENTED = ['core', 'lightning', 'react', 'embed', 'lnurl', 'bff', 'operators-page', 'sandbox'].map(
  (name) => `@leyden/${name}`,
)

const app = await Application.bootstrapWithPlugins({
  entryPoints: ENTRIES.map((entry) => path(`../../packages/${entry}`)),
  tsconfig: path('tsconfig.api.json'),
  plugin: ['typedoc-plugin-markdown'],
  // TypeScript 7 has checked the types; TypeDoc uses an older version.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  // Tags for `/openapi.json`.
  excludeTags: [...OptionDefaults.excludeTags, '@asType', '@format', '@pattern'],
  disableSources: true,
  readme: 'none',
  // While it reads, it would warn of each comment that a union of schemas inherits several times.
  logLevel: 'Error',
  validation: { notDocumented: true, notExported: false, invalidLink: false, rewrittenLink: false },
  packagesRequiringDocumentation: DOCUMENTED,
  // Taken from a union of core, of which only the docstrings of other members are found.
  intentionallyNotDocumented: [
    'core/src/server/provider.SuccessAction.__type.tag',
    'lightning/src.RecipientResult.__type.ok',
  ],
  // Without enum members: the only ones are the tables of options, whose descriptions are the docstrings of the
  // options.
  requiredToBeDocumented: 'Variable Function Class Interface Property Method Accessor TypeAlias'.split(' '),
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
app.logger.level = LogLevel.Warn
app.validate(project)
await app.generateOutputs(project)
if (app.logger.validationWarningCount > 0) process.exitCode = 1
