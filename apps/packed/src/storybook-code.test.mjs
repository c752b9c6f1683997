// Tests that the code of a story, as Storybook shows it, compiles against the built packages.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookExamples } from '../../../.storybook/examples.ts'
import { codeOfStory, usageOf } from '../../../.storybook/usage.ts'
import { elementOf, payOptions, rampOptions } from '../../../packages/react/src/options.ts'

const root = join(import.meta.dirname, '../../..')

const kebabCase = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const fiat = { currency: 'USD', rate: 97_142.86, asOf: new Date('2026-01-01T14:51:00Z') }
const stories = {
  'a tip jar': [
    'PayToLightningAddress',
    {
      address: 'alice@wallet.example',
      amountSats: 2_100n,
      fiat,
      messages: { payTitle: 'Tip "Alice"' },
      onPaid() {},
    },
  ],
  presets: ['PayToLightningAddress', { presets: [500, 2_100], network: 'regtest', client: {} }],
  'no props': ['PayToLightningAddress', {}],
  'a ramp': [
    'RampWidget',
    {
      quoteCurrency: 'EUR',
      guest: true,
      autoStart: false,
      presentation: 'dialog',
      metadata: { 'cart-id': "it's 7" },
      remember: 'never',
      email: 'you@mail.example',
    },
  ],
  'an address field': ['LightningAddressField', { name: 'payout', defaultAddress: 'bob@getably.com' }],
  'a QR code': [
    'InvoiceQrCode',
    { invoice: 'lnbcrt1', amountSats: 2_100, recipient: 'alice@wallet.example' },
  ],
}
/** Stories with their own render function, by file. */
const customRenders = Object.entries({
  'pay/parts/pay-parts': ['pay-parts--own-card', 'pay-parts--own-button'],
  'ramp/ramp-widget': ['buy-rampwidget--headless', 'buy-rampwidget--own-card'],
}).flatMap(([path, ids]) => {
  const file = readFileSync(join(root, `packages/react/src/${path}.stories.tsx`), 'utf8')
  return ids.map((id) => [id, codeOfStory(file, id)])
})
const usages = Object.entries(stories).map(([name, args]) => [name, usageOf(...args)])

describe('the code of a story', () => {
  // The folder is inside a package that depends on both others, so that the compiler resolves their names. It is not
  // packed: a parallel test packs the packages.
  let folder = ''
  beforeAll(() => {
    const cache = join(root, 'packages/embed/.cache')
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, 'usage-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('compiles in React, and in the script of a page', () => {
    const inScript = (html) =>
      [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n')
    usages.forEach(([, { react, script, html }], index) => {
      writeFileSync(join(folder, `react-${index}.tsx`), react)
      for (const [kind, page] of Object.entries({ script, html }))
        if (page)
          writeFileSync(
            join(folder, `${kind}-${index}.ts`),
            `import { Leyden } from '@leyden/embed'\n${inScript(page)}`,
          )
    })
    for (const [name, code] of [...Object.entries(hookExamples), ...customRenders])
      writeFileSync(join(folder, `${name}.tsx`), code)
    const options = {
      extends: '../../../../tsconfig.base.json',
      compilerOptions: {
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        // Users compile against the built types. Those of the embed are not bundled yet when this test runs.
        customConditions: [],
        paths: { '@leyden/embed': ['../../dist/types/index.d.ts'] },
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
        // A page knows that its elements exist, so results of `querySelector` may be used without a check.
        strictNullChecks: false,
        exactOptionalPropertyTypes: false,
      },
      include: ['*.ts', '*.tsx'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    let compilerOutput = ''
    try {
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      })
    } catch ({ stdout }) {
      compilerOutput = stdout
    }
    expect(compilerOutput).toBe('')
  })

  it('gives an element no unknown attribute', () => {
    const attributeNames = new Set(
      Object.entries({ ...payOptions, ...rampOptions })
        .filter(([, rule]) => /^(text|number|flag|numbers|texts)$/.test(elementOf(rule)))
        .map(([name]) => kebabCase(name)),
    )
    const elements = usages.flatMap(([, { html = '' }]) => /<(?:pay-to|ramp-)[^>]*>/.exec(html) ?? [])
    expect(elements.length).toBe(4)
    for (const element of elements)
      for (const [, name] of element.matchAll(/\s([\w-]+)(?==|\s|>)/g)) expect(attributeNames).toContain(name)
    expect(elements[1]).toBe('<pay-to-lightning-address presets="500 2100" network="regtest">')
  })

  it('contains all parts of a story of parts', () => {
    const [, [, ownButton], [, headless]] = customRenders
    expect(ownButton).toContain("import { Pay } from '@leyden/react/parts'")
    expect(ownButton).toMatch(/function RoundButton[\s\S]*export const OwnButton = [\s\S]*<RoundButton \/>/)
    expect(headless).toContain('function OwnLook()')
    for (const [, code] of customRenders) expect(code).not.toMatch(/client|sandbox|play:|page-/i)
  })

  it('leaves out code that only the story needs', () => {
    const [, tipJar] = usages[0]
    expect(tipJar.react).toContain('amountSats={2100n}')
    expect(tipJar.react).not.toMatch(/onPaid|client/)
    expect(tipJar.script).toContain("amountSats: 2100n, fiat: { currency: 'USD'")
  })
})
