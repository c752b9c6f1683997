// First, because Angular compiles templates in the page with it.
import '@angular/compiler'
import { ChangeDetectorRef, Component, CUSTOM_ELEMENTS_SCHEMA, inject } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { nothing, render as renderLit, type TemplateResult } from 'lit'
import { html, unsafeStatic } from 'lit/static-html.js'
import { h, render as renderPreact } from 'preact'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { render as renderSolid } from 'solid-js/web'
import { mount as mountSvelte, type Component as SvelteComponent } from 'svelte'
import { expect, vi } from 'vitest'
import { createApp, shallowReactive } from 'vue/dist/vue.esm-browser.prod.js'
import react18 from '../../../node_modules/react-18/umd/react.production.min.js?url'
import reactDom18 from '../../../node_modules/react-dom-18/umd/react-dom.production.min.js?url'

/** What a page passes to the element. A page that mistakes the name of the amount passes `amount`. */
export interface TipOptions {
  address?: string | undefined
  amountSats?: number | undefined
  intent?: (() => Promise<string>) | undefined
  amount?: number | undefined
  onPaid?: ((event: Event) => void) | undefined
}

/** Renders an element of this tag with options, and resolves when the page has it. */
export type Render = (container: HTMLElement, tag: string, options: TipOptions) => Promise<Change>

/** Renders it again with other options. */
type Change = (options: TipOptions) => void

/** The component passes on the function that renders it again. */
interface SolidProps {
  first: TipOptions
  listen(change: Change): void
}

export const frameworks: Readonly<Record<string, Render>> = {
  async HTML(container, tag, { onPaid, ...options }) {
    const attributes = Object.entries(options).map(([name, value]) => `${name}="${value}"`)
    container.innerHTML = `<${tag} ${attributes.join(' ')}></${tag}>`
    if (onPaid) container.querySelector(tag)?.addEventListener('leyden-paid', onPaid)
    return (next) => {
      for (const [name, value] of Object.entries(next))
        container.querySelector(tag)?.setAttribute(name, String(value))
    }
  },
  async 'React 18'(container, tag, options) {
    const { React, ReactDOM } = await loadReact18()
    const root = ReactDOM.createRoot(container)
    const change: Change = (next) =>
      ReactDOM.flushSync(() => root.render(React.createElement(tag, withRef(next))))
    change(options)
    return change
  },
  async 'React 19'(container, tag, options) {
    const root = createRoot(container)
    const change: Change = (next) => flushSync(() => root.render(createElement(tag, inJsx(next))))
    change(options)
    return change
  },
  async 'React 19 that takes over a page from a server'(container, tag, options) {
    container.innerHTML = renderToString(createElement(tag, withRef(options)))
    const root = hydrateRoot(container, createElement(tag, withRef(options)))
    await vi.waitFor(() => expect(Object.keys(container.firstElementChild ?? {})).not.toEqual([]))
    return (next) => flushSync(() => root.render(createElement(tag, withRef(next))))
  },
  async Preact(container, tag, options) {
    const change: Change = (next) => renderPreact(h(tag, inJsx(next)), container)
    change(options)
    return change
  },
  Vue: (container, tag, options) =>
    withVue(
      container,
      tag,
      options,
      `<${tag} :address="options.address" :amountSats="options.amountSats" :intent="options.intent" :amount="options.amount" @leyden-paid="options.onPaid" />`,
    ),
  'Vue with .prop': (container, tag, options) =>
    withVue(
      container,
      tag,
      options,
      `<${tag} :address.prop="options.address" :amountSats.prop="options.amountSats" :intent.prop="options.intent" :amount.prop="options.amount" @leyden-paid="options.onPaid" />`,
    ),
  async Svelte(target, tag, options) {
    const { default: Tip }: { default: SvelteComponent<{ options: TipOptions }, { change: Change }> } =
      await import(/* @vite-ignore */ `./tip.svelte?tag=${tag}`)
    return mountSvelte(Tip, { target, props: { options } }).change
  },
  async Solid(container, tag, first) {
    const { Tip }: { Tip: (props: SolidProps) => Node } = await import(
      /* @vite-ignore */ `./tip.solid.jsx?tag=${tag}`
    )
    let change: Change = () => {}
    const listen = (listener: Change) => {
      change = listener
    }
    renderSolid(() => Tip({ first, listen }), container)
    return change
  },
  async Angular(container, tag, options) {
    const selector = `${tag}-page`
    container.append(document.createElement(selector))
    class Page {
      options = options
      readonly detector = inject(ChangeDetectorRef)
    }
    const template = `<${tag} [address]="options.address" [amountSats]="options.amountSats" [intent]="options.intent" [amount]="options.amount" (leyden-paid)="options.onPaid?.($event)"></${tag}>`
    const app = await bootstrapApplication(
      Component({ selector, template, schemas: [CUSTOM_ELEMENTS_SCHEMA] })(Page) ?? Page,
    )
    const page = app.components[0]?.instance as Page
    return (next) => {
      page.options = next
      page.detector.markForCheck()
    }
  },
  'Lit with properties': (container, tag, options) => {
    const name = unsafeStatic(tag)
    return withLit(
      container,
      options,
      ({ address, amountSats, intent, amount, onPaid }) =>
        html`<${name} .address=${address} .amountSats=${amountSats} .intent=${intent} .amount=${amount} @leyden-paid=${onPaid}></${name}>`,
    )
  },
  'Lit with attributes': (container, tag, options) => {
    const name = unsafeStatic(tag)
    return withLit(
      container,
      options,
      ({ address, amountSats, intent, amount, onPaid }) =>
        html`<${name} address=${address ?? nothing} amountSats=${amountSats ?? nothing} intent=${intent ?? nothing} amount=${amount ?? nothing} @leyden-paid=${onPaid}></${name}>`,
    )
  },
}

/** The props of JSX where React passes no functions: the listener is added in a ref. */
function withRef({ onPaid, ...options }: TipOptions) {
  const ref = (element: Element | null): void => {
    if (onPaid) element?.addEventListener('leyden-paid', onPaid)
  }
  return { ...options, ref }
}

/** The props of JSX, where a listener has the name of its event. */
function inJsx({ onPaid, ...options }: TipOptions) {
  return { ...options, 'onleyden-paid': onPaid }
}

async function withVue(
  container: HTMLElement,
  tag: string,
  options: TipOptions,
  template: string,
): Promise<Change> {
  const data = shallowReactive({ options })
  const app = createApp({ data: () => data, template })
  app.config.compilerOptions.isCustomElement = (name) => name === tag
  app.mount(container)
  return (next) => {
    data.options = next
  }
}

async function withLit(
  container: HTMLElement,
  options: TipOptions,
  template: (options: TipOptions) => TemplateResult,
): Promise<Change> {
  const change: Change = (next) => void renderLit(template(next), container)
  change(options)
  return change
}

interface React18 {
  React: { createElement(tag: string, props: object): unknown }
  ReactDOM: {
    createRoot(container: HTMLElement): { render(page: unknown): void }
    flushSync(work: () => void): void
  }
}

let react18Loaded: Promise<React18> | undefined

/** Loads React 18 as a script: the module that depends on React would get React 19. */
function loadReact18(): Promise<React18> {
  const load = (src: string) =>
    new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), {
        src,
        onload: resolve,
        onerror: reject,
      })
      document.head.append(script)
    })
  react18Loaded ??= load(react18)
    .then(() => load(reactDom18))
    .then(() => window as unknown as React18)
  return react18Loaded
}
