import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { fixtureRecipient, foundAs } from './address/fixtures.js'
import {
  InvoiceQrCode,
  LeydenProvider,
  LightningAddressField,
  PayToLightningAddress,
  RampWidget,
} from './index.js'
import { payFixtures } from './pay/flow/fixtures.js'
import { rampFixtures } from './ramp/flow/fixtures.js'
import { PayPicture, payPictures } from './test-support/pay-picture.js'
import { RampPicture } from './test-support/ramp-picture.js'
import { createFakeClient, fixtureCharge } from './testing.js'

const sourceFolder = import.meta.dirname
const read = (path: string) => readFileSync(join(sourceFolder, path), 'utf8')
const sheet = read('styles.css')
  .replace(/@import "(.+?)";/g, (_, path: string) => read(path))
  .replace(/\/\*[\s\S]*?\*\//g, '')
const [, stableNames = ''] = read('../../../docs/theming.md').split('## Stable names')

/** The names in the first column of the guide's table with this heading. */
function documentedNames(heading: string): string[] {
  const table = stableNames.slice(stableNames.indexOf(`| ${heading} |`)).split('\n\n')[0] ?? ''
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(.+?)`/g)].map(([, name = '']) => name))
}

const { address, domain } = fixtureRecipient
const arrived = [{ charge: fixtureCharge, isOwn: true }]

/** Renders each state of each widget on a server. */
const renderAll = () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const pages = [
    ...payPictures.map(({ state, lookup }) => <PayPicture key="" state={state} lookup={lookup} />),
    <PayPicture
      key=""
      state={payFixtures.idle}
      lookup={{ ...foundAs({ payerData: [{ kind: 'name', mandatory: true }] }), mode: 'test' }}
    />,
    <PayPicture key="" state={{ ...payFixtures.idle, arrived } as never} />,
    <PayPicture key="" state={payFixtures.awaiting} view={{ isTouch: true }} />,
    <PayPicture
      key=""
      state={payFixtures.idle}
      lookup={{ status: 'looking', address, domain, slow: true, offline: false }}
    />,
    ...Object.values(rampFixtures).map((state) => <RampPicture key="" state={state} />),
    <RampWidget key="" presentation="dialog" />,
    <PayToLightningAddress key="" presets={[500]} />,
    <LightningAddressField key="" />,
    <InvoiceQrCode key="" invoice={fixtureCharge.invoice} amountSats={2_100} recipient={address} />,
  ]
  const html = pages.map((page) =>
    renderToString(<LeydenProvider client={createFakeClient()}>{page}</LeydenProvider>),
  )
  vi.restoreAllMocks()
  return html.join('\n')
}

const unique = (names: Iterable<string>) => [...new Set(names)].sort()
const namesIn = (text: string, pattern: RegExp) =>
  unique([...text.matchAll(pattern)].map(([, name = '']) => name))

it('every class is documented or begins with ly-, and every documented one occurs', () => {
  const inMarkup = [...renderAll().matchAll(/\sclass="(.*?)"/g)].flatMap(([, names = '']) => names.split(' '))
  const inSheet = namesIn(sheet, /\.([a-z][\w-]*)(?=[^{}]*\{)/g)
  const isPrivate = (name: string) => name.startsWith('ly-')
  expect(inMarkup.filter(isPrivate).length).toBeGreaterThan(100)
  expect(unique(inMarkup).filter((name) => !isPrivate(name))).toEqual(
    documentedNames('class')
      .filter((name) => name !== 'leyden-bare' || inMarkup.includes(name))
      .sort(),
  )
  expect(inSheet.filter((name) => !isPrivate(name) && !documentedNames('class').includes(name))).toEqual([])
})

it('every data attribute is documented or begins with data-ly-, and every documented one occurs', () => {
  const used = unique([
    ...namesIn(renderAll(), /\s(data-[\w-]+)=/g),
    ...namesIn(sheet, /\[(data-[\w-]+)/g),
  ]).filter((name) => !name.startsWith('data-ly-'))
  expect(used).toEqual(documentedNames('attribute').sort())
})

it('every custom property is documented or begins with --ly-, and every documented one is used', () => {
  const colorNames = /accent|bg|fg|line|ok|bad|warn|focus|shadow/
  const names = documentedNames('custom property')
  const darkNames = names
    .filter((name) => colorNames.test(name))
    .map((name) => name.replace('--leyden-', '--leyden-dark-'))
  const used = namesIn(sheet, /(--[a-z][\w-]*)/g).filter((name) => !name.startsWith('--ly-'))
  expect(used).toEqual([...names, ...darkNames].sort())
})
