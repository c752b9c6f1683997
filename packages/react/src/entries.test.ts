import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packageFolder = join(import.meta.dirname, '..')
type Entries = Record<string, string | { types: string; default: string }>
const { exports: entries, publishConfig } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
) as { exports: Entries; publishConfig: { exports: Entries } }
const sourceOf = (built: string) => built.replace('./dist/', './src/').replace(/\.js$/, '.ts')

const PAY = [
  'InvoiceQrCode',
  'LeydenError',
  'LeydenProvider',
  'LightningAddressField',
  'PayToLightningAddress',
  'isLeydenError',
  'knownWallets',
]
const RAMP = ['LeydenError', 'LeydenProvider', 'RampWidget', 'isLeydenError']

describe('the public entries', () => {
  it('are the documented modules', () => {
    expect(
      Object.keys(entries)
        .filter((name) => !name.includes('*'))
        .sort(),
    ).toEqual([
      '.',
      './languages',
      './layer.css',
      './options',
      './package.json',
      './page-shop',
      './parts',
      './pay',
      './pay.css',
      './pay/eager',
      './query',
      './ramp',
      './ramp.css',
      './removed-widget',
      './styles.css',
      './testing',
    ])
  })

  it('are those of the published package, but for those that only this repository imports', () => {
    const {
      './options': options,
      './page-shop': pageShop,
      './removed-widget': removedWidget,
      ...published
    } = entries
    expect([options, pageShop, removedWidget]).not.toContain(undefined)
    expect(publishConfig.exports).toEqual(published)
  })

  it('export the documented names', async () => {
    const names: Record<string, string[]> = {}
    for (const [name, entry] of Object.entries(entries))
      if (typeof entry !== 'string' && entry.default.endsWith('.js') && !name.includes('*'))
        names[name] = Object.keys(await import(join(packageFolder, sourceOf(entry.default)))).sort()
    expect(names).toEqual({
      '.': [...new Set([...PAY, ...RAMP])].sort(),
      './pay': PAY,
      './pay/eager': [],
      './ramp': RAMP,
      './languages': ['languageFiles', 'languageLoader'],
      './options': [
        'elementOf',
        'errorOutcome',
        'isFinalOutcome',
        'isOfOthers',
        'isOnline',
        'isRampPage',
        'isRight',
        'isSandbox',
        'mayMean',
        'mustBe',
        'nameJudge',
        'paidOutcome',
        'payCallbacks',
        'payOptions',
        'providerOptions',
        'rampCallbacks',
        'rampOptions',
        'subscribeOnline',
        'whenIdle',
        'whenLoaded',
      ],
      './page-shop': ['openPageShop'],
      './removed-widget': [
        'Boundary',
        'clientFor',
        'followSessions',
        'isOver',
        'ownPayments',
        'payIdle',
        'payOutcome',
        'paymentPart',
        'rampIdle',
        'rampOutcome',
        'unpaidStatus',
        'watchedCharges',
        'watchedSessions',
      ],
      './parts': [
        'Pay',
        'Ramp',
        'useLightningAddress',
        'useLightningAddressQuery',
        'usePayToLightningAddress',
        'useRampWidget',
      ],
      './query': [
        'exchangeRateQueryOptions',
        'intentQueryOptions',
        'leydenKeys',
        'lightningAddressQueryOptions',
      ],
      './testing': [
        'createFakeClient',
        'fixtureCharge',
        'fixtureNow',
        'fixturePreimage',
        'fixtureRecipient',
        'payFixtures',
        'rampFixtureSession',
        'rampFixtures',
      ],
    })
  })

  it.each([
    ['de', 'german'],
    ['ramp-de', 'rampGerman'],
    ['pt-BR', 'portuguese'],
    ['ramp-pt-BR', 'rampPortuguese'],
  ])('have an entry for each language and widget: %s', async (code, name) => {
    expect(Object.keys(await import(`@leyden/react/languages/${code}`))).toEqual([name])
  })

  // A server component gets a reference to each export of a client file. The parts are properties, which a reference
  // does not have, so the file that exports them may not be a client file.
  it('mark single files as client code, so that server components can use parts', () => {
    const source = (file: string) => readFileSync(join(packageFolder, 'src', file), 'utf8')
    const isForClients = (file: string) => source(file).startsWith("'use client'\n")
    const filesOf = (entry: string) =>
      [
        ...source(entry).matchAll(
          /^export (?:\*|\{)[^}]*?from '\.\/(.+?)\.js'$|^export \{[^}]*\} from '\.\/(.+?)\.js'$/gm,
        ),
      ]
        .map(([, all, some]) => all ?? some)
        .map((name) => (existsSync(join(packageFolder, `src/${name}.tsx`)) ? `${name}.tsx` : `${name}.ts`))
    const withoutHooks = ['pay-parts.ts', 'pay/wallets/known-wallets.ts', 'ramp-parts.ts', 'shared.ts']
    const entryFiles = ['parts.ts', 'pay.ts', 'ramp.ts', 'shared.ts', 'pay-parts.ts', 'ramp-parts.ts']
    const files = [...new Set(entryFiles.flatMap(filesOf))]
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !isForClients(file)).sort()).toEqual(withoutHooks)
    expect(['index.ts', 'parts.ts'].filter(isForClients)).toEqual([])
    expect(isForClients('testing.ts')).toBe(true)
  })

  it('can be used in server components: query.ts', () => {
    expect(readFileSync(join(packageFolder, 'src/query.ts'), 'utf8')).not.toContain(`'use client'\n`)
  })
})
