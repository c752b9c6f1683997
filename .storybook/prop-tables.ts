import type { ArgTypes, InputType } from 'storybook/internal/types'
import { membersOf } from '../apps/packed/src/option-tables.mjs'
import { LightningAddressField } from '../packages/react/src/address/lightning-address-field.js'
import fieldSource from '../packages/react/src/address/lightning-address-field.tsx?raw'
import useAddressSource from '../packages/react/src/address/use-lightning-address.ts?raw'
import rootSource from '../packages/react/src/foundation/card/part.tsx?raw'
import providerOptionsSource from '../packages/react/src/foundation/provider/provider-options.ts?raw'
import themeSource from '../packages/react/src/foundation/theme/theme.ts?raw'
import { InvoiceQrCode } from '../packages/react/src/pay/parts/invoice-qr-code.js'
import qrSource from '../packages/react/src/pay/parts/invoice-qr-code.tsx?raw'
import { PayRoot } from '../packages/react/src/pay/parts/pay-root.js'
import payRootSource from '../packages/react/src/pay/parts/pay-root.tsx?raw'
import payCallbacksSource from '../packages/react/src/pay/pay-callbacks.ts?raw'
import handleSource from '../packages/react/src/pay/pay-handle.ts?raw'
import payOptionsSource from '../packages/react/src/pay/pay-options.ts?raw'
import { PayToLightningAddress } from '../packages/react/src/pay/pay-to-lightning-address.js'
import paySource from '../packages/react/src/pay/pay-to-lightning-address.tsx?raw'
import rampCallbacksSource from '../packages/react/src/ramp/ramp-callbacks.ts?raw'
import rampOptionsSource from '../packages/react/src/ramp/ramp-options.ts?raw'
import { RampWidget } from '../packages/react/src/ramp/ramp-widget.js'
import rampSource from '../packages/react/src/ramp/ramp-widget.tsx?raw'
import useRampSource from '../packages/react/src/ramp/use-ramp-widget.ts?raw'

export interface Row {
  name: string
  /** The type in TypeScript. */
  type: string
  text: string
  default: string | undefined
}

/** The interfaces of the options or the result of each component or hook, with the source that declares them. */
const tables = {
  PayToLightningAddress: [
    [payOptionsSource, 'PayOptions'],
    [payCallbacksSource, 'PayCallbacks'],
    [rootSource, 'RootAttributes'],
  ],
  'Pay.Root': [
    [payOptionsSource, 'PayOptions'],
    [payCallbacksSource, 'PayCallbacks'],
    [rootSource, 'RootAttributes'],
  ],
  RampWidget: [
    [rampOptionsSource, 'RampOptions'],
    [rampCallbacksSource, 'RampCallbacks'],
    [rootSource, 'RootAttributes'],
  ],
  LightningAddressField: [
    [useAddressSource, 'UseLightningAddressOptions'],
    [fieldSource, 'LightningAddressFieldProps'],
    [rootSource, 'RootAttributes'],
  ],
  InvoiceQrCode: [[qrSource, 'InvoiceQrCodeProps']],
  LeydenProvider: [[providerOptionsSource, 'ProviderOptions']],
  Theme: [[themeSource, 'Theme']],
  PayHandle: [[handleSource, 'PayHandle']],
  PayActions: [[handleSource, 'PayActions']],
  PayWallets: [[handleSource, 'PayWallets']],
  PayView: [[handleSource, 'PayView']],
  RampHandle: [[useRampSource, 'RampHandle']],
  RampActions: [[useRampSource, 'RampActions']],
  RampView: [[useRampSource, 'RampView']],
  AddressField: [[useAddressSource, 'AddressField']],
  UseLightningAddressOptions: [[useAddressSource, 'UseLightningAddressOptions']],
} satisfies Record<string, (readonly [source: string, name: string])[]>

export type TableName = keyof typeof tables

/** The rows of a table, from the docstrings of the source, like those in the READMEs. */
export function rowsOf(table: TableName): Row[] {
  const rows = tables[table].flatMap(([source = '', name = '']) => membersOf(source, name) as Row[])
  return rows
    .filter(({ name }) => !(table === 'LightningAddressField' && name === 'address'))
    .map((row) => ({ ...row, type: shortType(row.type) }))
}

/** A short form of a type: without `undefined`, which `?` expresses, and without brackets around a callback. */
function shortType(type: string): string {
  const short = type.replace(/ \| undefined$/, '').replace(/^\{$/, 'object')
  return /^\(\(.*\) => [^|]+\)$/.test(short) ? short.slice(1, -1) : short
}

const components = new Map<unknown, { name: TableName; source: string }>([
  [PayToLightningAddress, { name: 'PayToLightningAddress', source: paySource }],
  [PayRoot, { name: 'Pay.Root', source: payRootSource }],
  [RampWidget, { name: 'RampWidget', source: rampSource }],
  [LightningAddressField, { name: 'LightningAddressField', source: fieldSource }],
  [InvoiceQrCode, { name: 'InvoiceQrCode', source: qrSource }],
])

export const nameOfComponent = (component: unknown) => components.get(component)?.name

/** The text of a component's docstring, without tags. */
export function descriptionOf(component: unknown): string | undefined {
  const entry = components.get(component)
  if (!entry) return undefined
  const docstring = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport const ${entry.name.replace('Pay.', 'Pay')} `,
  ).exec(entry.source)?.[1]
  return docstring
    ?.replace(/^\s*\* ?/gm, '')
    .split(/^@/m)[0]
    ?.trim()
}

/** The entries of the Controls panel and of a docs page's table; undefined for components that are not ours. */
export function argTypesOf(component: unknown): ArgTypes | undefined {
  const entry = components.get(component)
  return entry && Object.fromEntries(rowsOf(entry.name).map((row) => [row.name, argType(row)]))
}

function argType({ name, type, text, default: fallback }: Row): InputType {
  const isCallback = /^on[A-Z]/.test(name)
  const shared = { name, description: text, ...controlOf(type) }
  const table = { type: { summary: type }, defaultValue: { summary: fallback } }
  return isCallback
    ? { ...shared, action: name, table: { ...table, category: 'Callbacks' } }
    : { ...shared, table: { ...table, category: 'Props' } }
}

/** The control of a prop in the Controls panel: a text, a number, a switch, a choice, or JSON. */
function controlOf(type: string): InputType {
  const choices = choicesOf(type)
  if (choices) return { control: { type: 'select' }, options: choices }
  if (/^(string|ReactNode)\b/.test(type)) return { control: { type: 'text' } }
  if (/^(bigint \| )?number\b/.test(type)) return { control: { type: 'number' } }
  if (type === 'boolean') return { control: { type: 'boolean' } }
  if (/^(readonly |Readonly<|Fiat|Partial<)/.test(type) && !type.includes('Wallet'))
    return { control: { type: 'object' } }
  return { control: { disable: true } }
}

const namedUnions: Record<string, string[]> = {
  RampPresentation: ['auto', 'inline', 'dialog', 'tab'],
  Network: ['mainnet', 'testnet', 'signet', 'regtest'],
}

function choicesOf(type: string): string[] | undefined {
  if (namedUnions[type]) return namedUnions[type]
  const parts = type.split(' | ')
  return parts.every((part) => /^'.*'$/.test(part)) ? parts.map((part) => part.slice(1, -1)) : undefined
}
