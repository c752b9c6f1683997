// This file is only compiled. It has props as templates of each framework pass them, and props that must not compile.
import type {} from '@leyden/embed/solid'
import type {} from '@leyden/embed/svelte'
import type {} from '@leyden/embed/vue'
import type { JSX } from 'solid-js'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'

type VueProps = InstanceType<GlobalComponents['pay-to-lightning-address']>['$props']
type SvelteProps = SvelteHTMLElements['pay-to-lightning-address']
type SolidProps = JSX.IntrinsicElements['pay-to-lightning-address']

export const vue: VueProps = {
  address: 'alice@wallet.example',
  amountSats: 2100,
  theme: { accent: '#6b4eff' },
  class: 'tip',
  onLeydenPaid: ({ detail }) => detail.amountMsat.length,
}
export const svelte: SvelteProps = {
  address: 'alice@wallet.example',
  amountSats: 2100n,
  intent: async () => 'signed',
  'onleyden-paid': ({ detail }) => detail.duplicateOf?.length,
}
export const solid: SolidProps = {
  address: 'alice@wallet.example',
  'prop:amountSats': 2100,
  'on:leyden-paid': ({ detail }) => detail.amountMsat.length,
}
export const ramps: [
  InstanceType<GlobalComponents['ramp-widget']>['$props'],
  SvelteHTMLElements['ramp-widget'],
  JSX.IntrinsicElements['ramp-widget'],
] = [{ quoteCurrency: 'USD' }, { quoteCurrency: 'USD' }, { 'prop:quoteCurrency': 'USD' }]

// @ts-expect-error an amount has one name
export const vueAmount: VueProps = { amount: 2100 }
// @ts-expect-error an amount has one name
export const svelteAmount: SvelteProps = { amount: 2100 }
// @ts-expect-error an amount has one name
export const solidAmount: SolidProps = { amount: 2100 }
// @ts-expect-error only a payment has an intent
export const solidRamp: JSX.IntrinsicElements['ramp-widget'] = { 'prop:intent': 'signed' }
