// Tests that read the text of a source or a document could pass because they find nothing in it: the text has moved, or
// is written differently. So each of them has faults here, which are planted into what it reads, and it has to fail.

/** A fault in what a check reads, and how the check shows that it has seen it. */
export interface Fault {
  /** The test that fails; null if the whole file fails before its first test. */
  title: string | null
  /** The file that the check reads, or a folder and two stars. */
  source: string
  /** The text that becomes another one. */
  find: string | RegExp
  replace: string
  /** A text of the failure, which shows that it is about this fault. */
  says: string
  /** The check runs for long, so only `npm run soak` plants it. */
  isSlow?: true
}

/** Faults by the path of the test file. They are planted all at once. */
export type Faults = Readonly<Record<string, readonly Fault[]>>

/** Whether this run plants a fault. */
export const isPlanted = ({ isSlow }: Fault) => !isSlow || process.env.LEYDEN_SOAK === '1'

/** The checks of sources and documents. */
export const SOURCE_FAULTS: Faults = {
  'scripts/npm-note.test.mjs': [
    {
      title: 'that the packages are not on npm README.md says in no other words',
      source: 'README.md',
      find: '# Leyden\n',
      replace: '# Leyden\n\nThey are not on npm yet.\n',
      says: 'on npm yet',
    },
  ],
  'packages/core/src/service-doc.test.ts': [
    {
      title: 'docs/service.md has a row for payment_hash',
      source: 'docs/service.md',
      find: '`payment_hash`',
      replace: '`hash`',
      says: 'payment_hash',
    },
    {
      title: 'docs/service.md has a row for planted',
      source: 'packages/core/src/client/wire.ts',
      find: '  payment_hash',
      replace: '  planted: string\n  payment_hash',
      says: 'planted',
    },
    {
      title: 'docs/service.md gives the meaning of ramp.purchase.failed as failed',
      source: 'docs/service.md',
      find: '| `ramp.purchase.failed` | `failed` |',
      replace: '| `ramp.purchase.failed` | `planted` |',
      says: 'planted',
    },
    {
      title: 'docs/service.md lists the code USER_NOT_FOUND of an address',
      source: 'docs/service.md',
      find: '`USER_NOT_FOUND`',
      replace: '`PLANTED`',
      says: 'USER_NOT_FOUND',
    },
  ],
  'packages/core/src/foundation/message-codes.test.ts': [
    {
      title: 'the codes of the console are the titles of its sections in the documentation',
      source: 'docs/messages.md',
      find: '### `GAME_CANCELS_KEYS`',
      replace: '### `PLANTED`',
      says: 'PLANTED',
    },
    {
      title: 'the codes of the log are the titles of its sections in the documentation',
      source: 'docs/messages.md',
      find: '### `REQUEST_FAILED`',
      replace: '### `PLANTED`',
      says: 'PLANTED',
    },
    {
      title: 'the codes of the console are all written by some line',
      source: 'packages/embed/src/**',
      find: "'LEYDEN_MISUSE'",
      replace: "'PLANTED'",
      says: 'LEYDEN_MISUSE',
    },
    {
      title: 'the codes of the log are all written by some line',
      source: 'apps/bff/src/**',
      find: "'CONNECTION_NOT_ACCEPTED'",
      replace: "'PLANTED'",
      says: 'CONNECTION_NOT_ACCEPTED',
    },
    {
      title: 'the documentation has no section about anything but the console and the log',
      source: 'docs/messages.md',
      find: /$/,
      replace: '\n### `PLANTED_AT_THE_END`\n',
      says: 'length',
    },
  ],
  'packages/lightning/src/readme.test.ts': [
    {
      title: 'the documentation states what each reader accepts and refuses',
      source: 'docs/below-the-bff.md',
      find: '| no payment secret |',
      replace: '| planted |',
      says: 'planted',
    },
    {
      title: 'the documentation has code in the README that prints what the README says',
      source: 'packages/lightning/README.md',
      find: 'amount_mismatch: asked for',
      replace: 'planted: asked for',
      says: 'planted',
    },
  ],
  'packages/sandbox/src/ramp/ramp.test.ts': [
    {
      title: 'the webhook of a purchase is attempted as often by default as the documentation says',
      source: 'docs/sandbox.md',
      find: 'until it gets a 2xx reply:',
      replace: 'planted:',
      says: 'planted',
    },
  ],
  'packages/bff/src/operations/documented-routes.test.ts': [
    {
      title: 'the page for operators names the admin routes',
      source: 'docs/operations.md',
      find: '/admin/settle',
      replace: '/admin/planted',
      says: '/admin/settle',
    },
  ],
  'packages/bff/src/kernel/mounting/mounting.test.ts': [
    {
      title: 'each documented host passes the address of the client: Fastify',
      source: 'docs/frameworks.md',
      find: 'app.register(leyden)',
      replace: 'app.register(planted)',
      says: 'app.register(leyden)',
    },
    {
      title: 'mounting needs only web-standard APIs for the handler, the memory store and the extensions',
      source: 'packages/bff/dist/index.js',
      find: /^/,
      replace: "import 'planted'\n",
      says: 'planted',
    },
  ],
  'packages/bff/src/trust-path.test.ts': [
    {
      title: 'lists every file that sends a request, has a route, or writes into the store',
      source: 'docs/trust-path.md',
      find: '| `kernel/ramp/flood-gate.ts` |',
      replace: '| `kernel/ramp/planted.ts` |',
      says: 'kernel/ramp/flood-gate.ts',
    },
    {
      title: 'is read in a day',
      source: 'docs/trust-path.md',
      find: /`kernel\/[a-z]+\/[a-z-]+\.ts` \| (?!which)/gu,
      replace: 'planted | ',
      says: 'than 25',
    },
  ],
  'packages/bff/src/kernel/outbox/events-doc.test.ts': [
    {
      title: 'the examples of docs/events.md match the events of a shop, apart from ids and times',
      source: 'docs/events.md',
      find: '"type": "charge.expired"',
      replace: '"type": "planted"',
      says: 'planted',
    },
    {
      title:
        'the examples of docs/events.md match the schemas of the OpenAPI document, with at least one example for each schema',
      source: 'docs/events.md',
      find: '"type": "charge.expired"',
      replace: '"type": "planted"',
      says: '/type',
    },
  ],
  'packages/bff/src/kernel/upstream/failure-logs.test.ts': [
    {
      title: 'the log of a failure of shopTrouble matches the guide',
      source: 'docs/failures.md',
      find: 'error `REQUEST_FAILED`',
      replace: 'error `planted`',
      says: 'planted',
    },
  ],
  'packages/bff/src/kernel/settlement/lnd-recipe.test.ts': [
    {
      title: 'the recipe for LND looks up an invoice',
      source: 'docs/settlement.md',
      find: '/v1/invoice/',
      replace: '/planted/',
      says: 'null',
    },
  ],
  'packages/react/src/public-names.ssr.test.tsx': [
    {
      title: 'every class is documented or begins with ly-, and every documented one occurs',
      source: 'docs/theming.md',
      find: '`leyden-start`',
      replace: '`leyden-planted`',
      says: 'leyden-planted',
    },
    {
      title: 'every data attribute is documented or begins with data-ly-, and every documented one occurs',
      source: 'packages/react/src/**',
      find: '[data-tone',
      replace: '[data-planted',
      says: 'data-planted',
    },
    {
      title: 'every custom property is documented or begins with --ly-, and every documented one is used',
      source: 'docs/theming.md',
      find: '`--leyden-shadow`',
      replace: '`--leyden-planted`',
      says: '--leyden-planted',
    },
  ],
  'packages/react/src/foundation/errors/who-failed.test.ts': [
    {
      title: 'the guide has each row of the table, and no other',
      source: 'docs/failures.md',
      find: '| `recipientBusy` |',
      replace: '| `planted` |',
      says: 'planted',
    },
    {
      title: "the guide has the messages for people and developers of 'shopTrouble'",
      source: 'docs/failures.md',
      find: '| This site is having problems right now. |',
      replace: '| Planted. |',
      says: 'Planted.',
    },
  ],
  'packages/react/src/stylesheet.test.ts': [
    {
      title:
        'the style sheet ./foundation/card/controls.css has rules with the specificity of one class, outside of layers',
      source: 'packages/react/src/foundation/card/controls.css',
      find: /$/,
      replace: '\n.leyden .planted { color: red }',
      says: '.planted',
    },
    {
      title: 'the style sheet ./foundation/card/card.css uses px and logical directions, and loads nothing',
      source: 'packages/react/src/foundation/card/card.css',
      find: /$/,
      replace: '\n.ly-planted { margin-left: 1px }',
      says: 'margin-left: 1px',
    },
    {
      title: 'the style sheet has a dark variant of each colour that a page can set',
      source: 'packages/react/src/foundation/theme/tokens.css',
      find: '--leyden-dark-shadow,',
      replace: '--leyden-planted,',
      says: 'shadow',
    },
    {
      title: 'the style sheet has no rule for a class that is not in the markup',
      source: 'packages/react/src/foundation/card/card.css',
      find: /$/,
      replace: '\n.ly-planted { margin-left: 1px }',
      says: 'ly-planted',
    },
    {
      title: 'the guide has the lines of layered.css, which are tested with Tailwind',
      source: 'packages/react/src/test-support/tailwind/layered.css',
      find: 'layer.css',
      replace: 'planted.css',
      says: 'planted.css',
    },
    {
      title: 'the guide has the lines of own-layer.css, which are tested with Tailwind',
      source: 'docs/theming.md',
      find: ' layer(leyden);',
      replace: ' layer(planted);',
      says: 'layer(planted)',
    },
  ],
  'packages/react/src/entries.test.ts': [
    {
      title: 'the public entries mark single files as client code, so that server components can use parts',
      source: 'packages/react/src/**',
      find: /^'use client'\n(?=[\s\S]*export const LightningAddressField\b)/,
      replace: '',
      says: 'lightning-address-field.tsx',
    },
    {
      title: 'the public entries can be used in server components: query.ts',
      source: 'packages/react/src/query.ts',
      find: /^/,
      replace: "'use client'\n",
      says: 'use client',
    },
  ],
  'apps/packed/src/examples.test.mjs': [
    {
      title: 'the documentation has an example of each export of @leyden/react/languages',
      source: 'packages/react/src/languages/load-language.ts',
      find: 'await languageFiles.de()',
      replace: 'await planted()',
      says: 'languageFiles',
    },
  ],
  'apps/packed/src/code-blocks.test.mjs': [
    {
      title: 'the JSON and the commands in the documentation can be parsed',
      source: 'docs/events.md',
      find: '"type": "charge.expired"',
      replace: '"type": planted',
      says: 'planted',
    },
    {
      title: 'the code in the documentation looks at the status of what it fetches',
      source: 'docs/ramp.md',
      find: 'if (!reply.ok)',
      replace: 'if (planted)',
      says: 'docs/ramp.md',
    },
    {
      title: 'the code in the documentation has no type errors',
      isSlow: true,
      source: 'docs/parts.md',
      find: 'import { Pay }',
      replace: 'import { Planted }',
      says: 'Planted',
    },
    {
      title: 'the code in the documentation has no type errors',
      isSlow: true,
      source: 'docs/ramp.md',
      find: 'createBff,',
      replace: 'createPlanted,',
      says: 'createPlanted',
    },
    {
      title: 'the code in the documentation has no type errors',
      isSlow: true,
      source: 'docs/embed.md',
      find: "Leyden.open('pay', { address: 'alice@wallet.example' })\"",
      replace: "Leyden.open('pay', { planted: 'alice@wallet.example' })\"",
      says: "'planted'",
    },
    {
      title: 'the elements in the documentation have only attributes that exist',
      source: 'docs/frameworks.md',
      find: 'amount-sats="',
      replace: 'amount-planted="',
      says: 'amount-planted',
    },
  ],
  'apps/packed/src/engines.test.ts': [
    {
      title: 'the README of rpg-maker says which payments deliver an item',
      source: 'packages/embed/engines/rpg-maker/README.md',
      find: '`order.matches`',
      replace: '`planted`',
      says: 'planted',
    },
    {
      title: 'the Unity package keeps the GUID of every asset, because games refer to it',
      source: 'packages/embed/engines/unity/Runtime/Overlay.cs.meta',
      find: 'guid: 756f',
      replace: 'guid: 0000',
      says: '0000',
    },
    {
      title:
        'the Unity package declares everything in its namespace, so that a game may have classes of the same names',
      source: 'packages/embed/engines/unity/Runtime/LeydenJson.cs',
      find: 'namespace Leyden',
      replace: 'namespace Planted',
      says: 'LeydenJson.cs',
    },
    {
      title: 'the Unity package has the version of the script in it',
      source: 'packages/embed/engines/unity/package.json',
      find: /"version": ".*"/,
      replace: '"version": "planted"',
      says: 'planted',
    },
    {
      title: 'the Unity package has the samples that its package.json names',
      source: 'packages/embed/engines/unity/package.json',
      find: 'Samples~/TipJar',
      replace: 'Samples~/Planted',
      says: 'Samples~/Planted',
    },
    {
      title: 'the template of the Unity package loads the script before everything else',
      source: 'packages/embed/engines/unity/WebGLTemplates~/Leyden/index.html',
      find: '<script src="leyden.js">',
      replace: '<script src="planted.js">',
      says: 'planted.js',
    },
    {
      title: 'the Godot addon has the version of the script in it',
      source: 'packages/embed/engines/godot/addons/leyden/plugin.cfg',
      find: /version=".*"/,
      replace: 'version="planted"',
      says: 'planted',
    },
    {
      title: 'a README shows the picture phaser.webp',
      source: 'packages/embed/engines/phaser/README.md',
      find: 'pictures/phaser.webp',
      replace: 'pictures/planted.webp',
      says: 'pictures/phaser.webp',
    },
  ],
  'apps/packed/src/option-tables.test.mjs': [
    {
      title: 'the declarations of PayOptions,PayCallbacks have every row of the table',
      source: 'packages/react/src/**',
      find: '  autoInvoice?:',
      replace: '  // autoInvoice',
      says: 'autoInvoice',
    },
    {
      title: 'the declarations of LeydenElementEvents describe each member',
      source: 'packages/embed/src/**',
      find: "The ramp's page is ready. `detail` is `null`.",
      replace: 'planted',
      says: 'planted',
    },
    {
      title: 'the manifest of the elements has every option, event and part',
      source: 'packages/embed/custom-elements.json',
      find: '"amount-sats"',
      replace: '"planted"',
      says: 'planted',
    },
    {
      title: 'the game engines have every option that JSON can contain Unity',
      source: 'packages/embed/engines/unity/Runtime/LeydenOptions.cs',
      find: 'this["presets"]',
      replace: 'this["planted"]',
      says: 'planted',
    },
    {
      title: 'the game engines have every option that JSON can contain Godot',
      source: 'packages/embed/engines/godot/addons/leyden/leyden.gd',
      find: '`presets`',
      replace: '`planted`',
      says: 'planted',
    },
    {
      title: 'the game engines have every option that JSON can contain settings',
      source: 'packages/embed/engines/unity/Runtime/LeydenOptions.cs',
      find: 'this["portalAllows"]',
      replace: 'this["plantedInUnity"]',
      says: 'plantedInUnity',
    },
    {
      title: 'the game engines have every option that JSON can contain settings',
      source: 'packages/embed/engines/godot/addons/leyden/leyden.gd',
      find: '`portal_allows`',
      replace: '`planted_in_godot`',
      says: 'planted_in_godot',
    },
    {
      title: 'the game engines have every option that JSON can contain outcome',
      source: 'packages/embed/engines/unity/Runtime/LeydenOutcome.cs',
      find: 'duplicateOf;',
      replace: 'plantedInUnity;',
      says: 'plantedInUnity',
    },
    {
      title: 'the game engines have every option that JSON can contain outcome',
      source: 'packages/embed/engines/godot/addons/leyden/leyden.gd',
      find: '`duplicateOf`',
      replace: '`plantedInGodot`',
      says: 'plantedInGodot',
    },
    {
      title: 'the game engines have every option that JSON can contain outcome',
      source: 'packages/react/src/**',
      find: /(?<=^ {4})retryable(?=: boolean$)/m,
      replace: 'plantedOutcome',
      says: 'plantedOutcome',
    },
    {
      title: 'the game engines have every option that JSON can contain status of an outcome',
      source: 'packages/embed/engines/unity/Runtime/LeydenOutcome.cs',
      find: '<c>pending</c>',
      replace: '<c>planted</c>',
      says: 'planted',
    },
    {
      title: 'the game engines have every option that JSON can contain status of an outcome',
      source: 'packages/embed/engines/godot/addons/leyden/leyden.gd',
      find: 'expired, unconfirmed',
      replace: 'plantedingodot, unconfirmed',
      says: 'plantedingodot',
    },
    {
      title: 'the declarations of PayOptions have the default of each option',
      source: 'packages/react/src/**',
      find: /@default(?=[^@]* {2}presets\?:)/,
      replace: '@planted',
      says: 'presets',
    },
    {
      title: 'the stories have a story for each state pay/parts/pay-states.stories.tsx',
      source: 'packages/react/src/**',
      find: 'export const Awaiting: Story = {',
      replace: 'export const Planted: Story = {',
      says: 'Awaiting',
    },
    ...(
      [
        ['docs/options.md', '| `locale` |'],
        ['docs/embed.md', '| `leyden-paid` |'],
        ['docs/operations.md', '| `webhook` |'],
        ['docs/service.md', '| `detects` |'],
        ['docs/languages.md', '| Arabic |'],
      ] as const
    ).map(([source, find]) => ({
      title: `the tables of options of ${source} match the declarations`,
      source,
      find,
      replace: '| planted |',
      says: 'planted',
    })),
  ],
  'apps/packed/src/packages.test.ts': [
    {
      title: "the manifest of '@leyden/core' depends only on packages of lower layers",
      source: 'packages/core/package.json',
      find: '"devDependencies": {',
      replace: '"devDependencies": { "@leyden/react": "workspace:^",',
      says: '@leyden/react',
    },
    {
      title: "the manifest of '@leyden/core' names the source of each entry, for development",
      source: 'packages/core/package.json',
      find: './src/client/money.ts',
      replace: './src/client/planted.ts',
      says: './money',
    },
    {
      title: 'no package imports an app, and no app imports another one',
      source: 'apps/demo/package.json',
      find: '"devDependencies": {',
      replace: '"devDependencies": { "@leyden/app-bff": "workspace:^",',
      says: '@leyden/app-bff',
    },
  ],
  'apps/packed/src/glossary.test.mjs': [
    {
      title: 'the glossary has about thirty rows, and only words that other documents use',
      source: 'docs/glossary.md',
      find: '| ledger |',
      replace: '| planted word |',
      says: 'planted word',
    },
    {
      title: 'no document calls the ramp a provider',
      source: 'docs/ramp.md',
      find: "the ramp's page",
      replace: "the provider's page",
      says: "provider's page",
    },
  ],
  'apps/packed/src/readme-links.test.mjs': [
    {
      title: 'the READMEs of core link only to packed files and to full URLs',
      source: 'packages/core/README.md',
      find: /^# .*/,
      replace: '$& [x](planted.md)',
      says: 'planted.md',
    },
    {
      title: 'docs/parts.md has no broken link',
      source: 'docs/parts.md',
      find: /^# .*/,
      replace: '$& [x](planted.md)',
      says: 'planted.md',
    },
  ],
  'apps/packed/src/references.test.ts': [
    {
      title: 'the documentation has a section for each code of an error',
      source: 'docs/errors.md',
      find: '### `RATE_LIMITED`',
      replace: '### Planted',
      says: 'RATE_LIMITED',
    },
    ...['core', 'lightning', 'react', 'bff'].map((name) => ({
      title: 'the documentation has a section for each code of an error',
      source: `packages/${name}/src/**`,
      find: /new LeydenError\(\s*'(?:ABORTED|BAD_INVOICE|RAMP_PAGE_ERROR|NOT_CONFIGURED)'/,
      replace: `new LeydenError('PLANTED_IN_${name.toUpperCase()}'`,
      says: `PLANTED_IN_${name.toUpperCase()}`,
    })),
    {
      title: 'the documentation has one file of the BFF, in the quick start and for the frameworks',
      source: 'docs/frameworks.md',
      find: "sqliteStore({ path: 'leyden.db' })",
      replace: 'planted()',
      says: 'planted()',
    },
    {
      title: 'the documentation has each setting that a log message or the page about the service names',
      source: 'docs/configuration.md',
      find: '| `LEYDEN_NWC_URL` |',
      replace: '| planted |',
      says: 'LEYDEN_NWC_URL',
    },
    {
      title: 'the documentation has each setting that a log message or the page about the service names',
      source: 'docs/service.md',
      find: /^# .*/,
      replace: '$& LEYDEN_PLANTED_IN_SERVICE',
      says: 'LEYDEN_PLANTED_IN_SERVICE',
    },
    {
      title: 'the documentation has each setting that a log message or the page about the service names',
      source: 'apps/bff/src/**',
      find: 'LEYDEN_PUBLIC_URL',
      replace: 'LEYDEN_PLANTED_IN_APP',
      says: 'LEYDEN_PLANTED_IN_APP',
    },
    {
      title: 'the documentation names only paths that exist: docs/architecture.md',
      source: 'docs/architecture.md',
      find: '`core/src/client/status.ts`',
      replace: '`core/src/planted.ts`',
      says: 'core/src/planted.ts',
    },
    {
      title: 'the documentation names only paths that exist: docs/architecture.md',
      source: 'docs/architecture.md',
      find: '<br>core/client',
      replace: '<br>core/planted',
      says: "'core/planted'",
    },
    {
      title: 'the documentation names only paths that exist: CONTRIBUTING.md',
      source: 'CONTRIBUTING.md',
      find: '`config/tests`',
      replace: '`config/planted`',
      says: 'config/planted',
    },
    {
      title: 'the documentation has the address of the repository that publishes',
      source: '.github/publish.sh',
      find: 'const DOCS',
      replace: 'const PLANTED',
      says: "= 'https://host.example/owner/name/blob/main/docs/'",
    },
    {
      title: 'the documentation is named by each console message',
      source: 'packages/react/src/**',
      find: /console\.warn\(`.*?`, cause\)/,
      replace: 'console.warn(`planted in react`, cause)',
      says: 'planted in react',
    },
    {
      title: 'the documentation is named by each console message',
      source: 'packages/embed/src/**',
      find: /console\.error\(\s*`Leyden could not open.*?`, error\)/,
      replace: 'console.error(`planted in embed`, error)',
      says: 'planted in embed',
    },
  ],
  'apps/packed/src/storybook-code.test.mjs': [
    {
      title: 'the code of a story compiles in React, and in the script of a page',
      source: 'packages/react/src/**',
      find: '<Pay.Form',
      replace: '<Pay.Planted',
      says: 'Planted',
    },
    {
      title: 'the code of a story contains all parts of a story of parts',
      source: 'packages/react/src/**',
      find: 'function RoundButton',
      replace: 'function PlantedButton',
      says: 'function RoundButton',
    },
  ],
  'apps/bff/src/dockerfile.test.ts': [
    {
      title: 'the Dockerfile builds existing projects, with the pnpm version of the workspace',
      source: 'apps/bff/Dockerfile',
      find: 'packages/core/tsconfig.build.json',
      replace: 'packages/planted/tsconfig.build.json',
      says: 'packages/planted',
    },
    {
      title: 'the Dockerfile builds everything that the program depends on',
      source: 'apps/bff/Dockerfile',
      find: 'packages/core/tsconfig.build.json',
      replace: 'packages/planted/tsconfig.build.json',
      says: 'packages/core/tsconfig.build.json',
    },
    {
      title:
        'the Dockerfile starts the program like its package, as an unprivileged user, with its data in a volume',
      source: 'apps/bff/Dockerfile',
      find: '/program/dist/main.js',
      replace: '/program/dist/planted.js',
      says: 'planted.js',
    },
    {
      title: 'the Dockerfile runs a supported version of Node',
      source: 'apps/bff/Dockerfile',
      find: 'node:22-slim',
      replace: 'node:18-slim',
      says: '18',
    },
    {
      title:
        'the Dockerfile contains no secret, and copies no file with secrets, nor one that a build or an installation has made',
      source: 'apps/bff/Dockerfile',
      find: 'ENV NODE_ENV=production',
      replace: 'ENV PLANTED_TOKEN=x',
      says: 'PLANTED_TOKEN',
    },
    {
      title:
        'the Dockerfile contains no secret, and copies no file with secrets, nor one that a build or an installation has made',
      source: 'apps/bff/Dockerfile.dockerignore',
      find: '**/dist',
      replace: 'planted',
      says: '**/dist',
    },
    ...(
      [
        ['Fly.io', 'apps/bff/fly.toml', "LEYDEN_DATA_DIR = '"],
        ['Render', 'apps/bff/render.yaml', 'key: LEYDEN_DATA_DIR'],
      ] as const
    ).map(([platform, source, find]) => ({
      title: `the files for platforms has only settings that exist, and no secret: ${platform}`,
      source,
      find,
      replace: find.replace('LEYDEN_DATA_DIR', 'LEYDEN_PLANTED'),
      says: 'LEYDEN_PLANTED',
    })),
  ],
  'apps/bff/src/configuration/configuration.test.ts': [
    {
      title: 'every setting has a row in the documentation',
      source: 'docs/configuration.md',
      find: '| `LEYDEN_NETWORK` |',
      replace: '| `LEYDEN_PLANTED` |',
      says: 'LEYDEN_PLANTED',
    },
    {
      title: 'every setting is passed on by the compose file',
      source: 'apps/bff/compose.yaml',
      find: '    LEYDEN_NWC_URL: ',
      replace: '    LEYDEN_PLANTED: ',
      says: 'LEYDEN_PLANTED',
    },
  ],
  'apps/bff/src/scale/compose.test.ts': [
    {
      title: 'the compose file runs two equal instances behind a proxy that waits for them',
      source: 'apps/bff/nginx.conf',
      find: 'server bff-1:4000 ',
      replace: 'server planted:4000 ',
      says: 'server bff-1:4000 ',
    },
    {
      title: 'the compose file passes on each variable that is set',
      source: 'apps/bff/compose.yaml',
      find: 'LEYDEN_NWC_URL:-',
      replace: 'PLANTED:-',
      says: 'canary',
    },
    {
      title: 'the compose file lets nginx send the same headers as the sample in the documentation',
      source: 'docs/deploy.md',
      find: 'proxy_set_header Forwarded "";',
      replace: 'proxy_set_header Planted "";',
      says: 'Planted',
    },
  ],
  'apps/bff/src/server/alerts.test.ts': [
    {
      title: 'has only metrics that the program emits',
      source: 'apps/bff/alerts.yaml',
      find: 'max(leyden_outbox_dead) > 0',
      replace: 'max(leyden_planted) > 0',
      says: 'leyden_planted',
    },
    {
      title: 'has a section of the documentation for each alert, and no other',
      source: 'docs/operations.md',
      find: '### LeydenStoreSlow',
      replace: '### LeydenPlanted',
      says: 'LeydenPlanted',
    },
    {
      title:
        'has no alert that misses the first failure, because the program emits each of its series from the start',
      source: 'apps/bff/alerts.yaml',
      find: 'outcome="UNAUTHORIZED"',
      replace: 'outcome="PLANTED"',
      says: 'LeydenKeyRefused',
    },
  ],
  'apps/bff/src/server/metrics.test.ts': [
    {
      title: 'emits exactly the metrics that the documentation explains',
      source: 'docs/operations.md',
      find: '| `leyden_streams` |',
      replace: '| `leyden_planted` |',
      says: 'leyden_planted',
    },
  ],
  'apps/e2e/src/promises/ways-to-pay.test.ts': [
    {
      title: 'the table of results is the same as in the documentation',
      source: 'docs/settlement.md',
      find: '| only the service |',
      replace: '| planted |',
      says: 'only the service',
    },
  ],
  ...Object.fromEntries(
    [
      ['guide/checkout', 'docs/quick-start.md', '// checkout.tsx', 'checkout.tsx'],
      ['guide/getting-started', 'docs/getting-started-react.md', '```tsx', '```tsx'],
      ['guide/ramp-orders', 'docs/ramp.md', '// fetched.tsx', 'fetched.tsx'],
      ['guide/script-tag', 'docs/quick-start.md', '# .env', '.env'],
      ['embed/guide', 'docs/embed.md', '```html', '```html'],
      ['embed/shells', 'docs/embed.md', 'Content-Security-Policy: ', 'Content-Security-Policy: '],
      ['embed/paywall', 'apps/docs/src/content/docs/recipes/paywall.mdx', '```html', '```html'],
      ['embed/unity/csharp', 'packages/embed/engines/unity/README.md', '```csharp', '```csharp'],
    ].map(([name, source, find, says]) => [
      `apps/e2e/src/${name}.test.ts`,
      // The journey takes something from the document and runs it.
      [{ title: null, source, find, replace: 'planted', says }],
    ]),
  ),
}

const BUILT_FILES = 'the files of the script'

/** The checks of what `npm run build` makes. */
export const BUILD_FAULTS: Faults = {
  'apps/e2e/src/embed/built-files.test.ts': [
    {
      title: `${BUILT_FILES} contain one framework, and it is not React`,
      source: 'packages/embed/dist/leyden-ramp.js',
      find: /^/,
      replace: '/* Math/MathML */',
      says: 'expected 1 to be +0',
    },
    {
      title: `${BUILT_FILES} use no eval and no form`,
      source: 'packages/embed/dist/leyden-ramp.js',
      find: /^/,
      replace: "eval('planted');",
      says: "eval('planted')",
    },
    {
      title: `${BUILT_FILES} use attributes and events as Preact does`,
      source: 'packages/embed/dist/leyden-widget.js',
      find: 'onfocusin',
      replace: 'planted',
      says: 'onfocusin',
    },
    {
      title: `${BUILT_FILES} add one name to the window and no other`,
      source: 'packages/embed/dist/leyden-ramp.js',
      find: /^/,
      replace: 'window.planted = 1;',
      says: 'window.planted',
    },
    {
      title: `${BUILT_FILES} have the hashes of integrity.json: leyden-de.js`,
      source: 'packages/embed/dist/leyden-de.js',
      find: /^/,
      replace: 'planted',
      says: 'sha384-',
    },
    {
      title: `${BUILT_FILES} refer to each other by hash and by build`,
      source: 'packages/embed/dist/leyden-pt.js',
      find: /^/,
      replace: 'planted',
      says: 'to contain',
    },
    {
      title: `${BUILT_FILES} have types that need no other package: index.d.ts`,
      source: 'packages/embed/dist/index.d.ts',
      find: /^/,
      replace: "import type { A } from 'planted'\n",
      says: 'planted',
    },
  ],
}

/** Other files of tests that read files, by the reason why nothing is planted for them. */
export const OTHER_READS = {
  'It throws if it does not find what it takes from a document.': [
    'apps/e2e/src/embed/play-money.test.ts',
    'apps/e2e/src/embed/shells/bundle-game.ts',
    'apps/e2e/src/harness/sample-app.ts',
    'apps/packed/src/document-files.ts',
  ],
  'It runs what it reads.': [
    'apps/e2e/src/embed/gdevelop/export-game.mjs',
    'apps/e2e/src/embed/gdevelop/gdevelop-game.ts',
    'apps/e2e/src/embed/godot/godot-game.ts',
    'apps/e2e/src/embed/godot/godot.test.ts',
    'apps/e2e/src/embed/unity/unity.test.ts',
    'apps/packed/src/testing-app.ts',
    'packages/lnurl/src/test-support/vectors.ts',
  ],
  'It counts the files that it finds.': [
    'packages/embed/src/script/one-door.browser.test.ts',
    'packages/react/src/languages/languages.test.ts',
    'packages/react/src/ramp/parts/ramp-states.test.ts',
    'packages/react/src/stories.test.ts',
  ],
  'It reads what the program under test has written.': [
    'apps/e2e/src/ramp/ramp-page.ts',
    'packages/bff/src/kernel/durability/durability.test.ts',
    'packages/bff/src/kernel/durability/kill-rounds.test.ts',
    'packages/bff/src/kernel/durability/slow-disk.test.ts',
    'packages/bff/src/stores/sqlite/sqlite-maintenance.test.ts',
    'packages/bff/src/stores/sqlite/sqlite-store.test.ts',
    'packages/bff/src/module-graph.test.ts',
    'packages/bff/src/test-support/event-loop-delay.mjs',
    'packages/bff/src/test-support/inbox-host.mjs',
    'packages/create/src/create/create.test.ts',
    'packages/create/src/create/created-server.test.ts',
    'packages/create/src/create/package-manager.test.ts',
    'packages/create/src/test-support/temporary-folder.ts',
    'packages/create/src/zip/zip-game.test.ts',
  ],
  'It reads a built file, a library, a picture or a manifest.': [
    'apps/e2e/src/demo/demo-page.test.ts',
    'apps/e2e/src/docs/docs.test.ts',
    'apps/e2e/src/embed/both-browsers/keys.test.ts',
    'apps/e2e/src/embed/hosts.test.ts',
    'apps/e2e/src/embed/shells/engine-shells.ts',
    'apps/e2e/src/embed/shells/policy-shells.ts',
    'apps/e2e/src/engines/pictures.test.ts',
    'apps/e2e/src/harness/read-qr-code.ts',
    'apps/e2e/src/harness/serve-folder.ts',
    'apps/e2e/src/harness/start-shop.ts',
    'apps/e2e/src/operations/operators-page.test.ts',
    'apps/e2e/src/pay/qr-code.test.ts',
    'apps/e2e/src/storybook/built-storybook.ts',
    'apps/packed/src/consumer.ts',
    'apps/packed/src/pack.ts',
    'apps/packed/src/packed.test.ts',
    'apps/packed/src/tarballs.test.ts',
    'packages/lnurl/src/public-exports.test.ts',
    'packages/react/src/types-for-consumers.test.ts',
  ],
  'It reads what the system or the browser reports.': [
    'apps/bff/src/scale/streams.test.ts',
    'packages/react/src/test-support/pictures.browser.test.tsx',
  ],
  'It plants faults itself.': [
    'apps/packed/src/plant-faults.ts',
    'apps/packed/src/reading-tests.test.ts',
    'apps/packed/src/wings.test.mjs',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
