import { messageReference } from '@leyden/core/internal'
import { errorOutcome } from '@leyden/react/options'
import type { Guard } from '../guard/guard.js'
import { interceptLinks } from '../widget/intercept-links.js'
import { outcomeOf } from '../widget/outcome.js'
import { assertSigned, assertUrls } from '../widget/settings/misuse.js'
import { type ElementOptions, elementSettings, optionsOf } from '../widget/settings/options.js'
import {
  createTokenOwner,
  type ElementSettings,
  type EmbedSettings,
  inheritSettings,
  type Kind,
  type OptionsOf,
} from '../widget/settings/settings.js'
import { whyNot } from '../widget/settings/supports.js'
import { adoptStyles } from '../widget/style/adopt-styles.js'
import { append } from '../widget/style/append.js'
import hostCss from '../widget/style/host.css?inline'
import type { Widget, WidgetKit, WidgetReport } from '../widget/widget.js'
import { attributeOf, readAttribute } from './attributes.js'
import { createAttributeCheck, warnWithoutBff } from './warnings.js'

/** The state that elements share with the rest of the page. */
export interface ElementContext {
  kit: WidgetKit
  guard: Guard
  settings(): EmbedSettings
  newId(): string
  /**
   * Calls the listener at every change of the settings.
   *
   * @returns a function that unsubscribes
   */
  onSettings(listener: () => void): () => void
}

export const tagOf: { readonly [K in Kind]: string } = {
  pay: 'pay-to-lightning-address',
  ramp: 'ramp-widget',
}

/** Registers both elements, unless another copy of Leyden on the page has registered them. */
export function defineElements(context: ElementContext): void {
  for (const kind of ['pay', 'ramp'] as const)
    if (!customElements.get(tagOf[kind])) customElements.define(tagOf[kind], elementClass(kind, context))
}

/**
 * The class of one kind's element. Attributes are the options in kebab-case. All options are properties too, and a
 * property wins over its attribute. A function makes the class, because servers have no `HTMLElement`.
 */
export function elementClass(kind: Kind, context: ElementContext): CustomElementConstructor {
  const known: ElementOptions = { ...optionsOf[kind], ...elementSettings }
  const names = Object.keys(known)
  const attributes = names.filter((name) => known[name] !== 'property').map(attributeOf)

  return class LeydenElement extends HTMLElement {
    static readonly observedAttributes = names.map(attributeOf)

    static {
      for (const name of names)
        Object.defineProperty(LeydenElement.prototype, name, {
          configurable: true,
          enumerable: true,
          get(this: LeydenElement) {
            return this.#get(name)
          },
          set(this: LeydenElement, value: unknown) {
            this.#set(name, value)
          },
        })
    }

    readonly #shadow = this.attachShadow({ mode: 'open' })
    readonly #properties = new Map<string, unknown>()
    readonly #withStableToken = createTokenOwner()
    readonly #checkAttributes = createAttributeCheck(LeydenElement.observedAttributes, attributes)
    #widget: Widget | undefined
    #undo: (() => void)[] = []
    #scheduled = false

    #get(name: string): unknown {
      const attribute = attributeOf(name)
      const type = known[name] ?? 'property'
      const set = this.#properties.get(name)
      // Frameworks set a property for what a page writes as an attribute.
      if (typeof set === 'string' && type !== 'property') return readAttribute[type](attribute, set)
      if (set !== undefined) return set
      const text = this.getAttribute(attribute)
      return text === null ? undefined : readAttribute[type](attribute, text)
    }

    #set(name: string, value: unknown): void {
      // Frameworks write null for an option that is left out. But an amount of null is not known yet.
      if (value === undefined || (value === null && name !== 'amountSats')) this.#properties.delete(name)
      else this.#properties.set(name, value)
      this.#schedule()
    }

    connectedCallback(): void {
      // Properties that were set before the class was defined would hide the accessors.
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        this.#set(name, value)
      }
      this.#schedule()
    }

    disconnectedCallback(): void {
      // A move in the page is a removal and an insertion: it must keep the invoice.
      queueMicrotask(() => {
        if (!this.isConnected) this.#end()
      })
    }

    adoptedCallback(): void {
      this.#end()
      this.#schedule()
    }

    attributeChangedCallback(): void {
      this.#schedule()
    }

    #schedule(): void {
      if (this.#scheduled) return
      this.#scheduled = true
      queueMicrotask(() => {
        this.#scheduled = false
        if (this.isConnected) this.#draw()
      })
    }

    #draw(): void {
      this.#checkAttributes(this)
      try {
        const settings = this.#settings()
        const found = whyNot(kind, settings)
        // The card itself says what blocks it.
        const reason = found === 'blocked' ? undefined : found
        if (reason || settings.bffUrl === undefined) {
          this.#end()
          if (!reason) warnWithoutBff(() => this.isConnected && this.#settings().bffUrl === undefined)
          // Draws as soon as there are settings.
          this.#undo.push(context.onSettings(() => this.#schedule()))
          return
        }
        const options = this.#read(optionsOf[kind]) as OptionsOf[Kind]
        assertSigned(options)
        assertUrls(settings)
        if (this.#widget) this.#widget.update(options, settings)
        else this.#begin(options, settings)
      } catch (error) {
        console.error(
          `<${this.localName}> cannot be shown. See ${messageReference('WIDGET_CANNOT_BE_SHOWN')}`,
          error,
        )
        this.#end()
        const outcome = errorOutcome({ code: 'BAD_REQUEST', retryable: false })
        this.#report({ name: 'leyden-error', outcome })
      }
    }

    #begin(options: OptionsOf[Kind], settings: EmbedSettings): void {
      this.#end()
      adoptStyles(this.#shadow, context.kit.css + hostCss, settings.nonce)
      const root = append(this.#shadow, 'div', { className: 'root' })
      this.#undo.push(
        () => root.remove(),
        context.guard.guard(this),
        interceptLinks(this.#shadow, settings),
        context.onSettings(() => this.#schedule()),
      )
      this.#widget = context.kit.mount(kind, root, options, settings, (event) => this.#report(event))
    }

    #end(): void {
      this.#widget?.unmount()
      this.#widget = undefined
      for (const step of this.#undo.splice(0).reverse()) step()
    }

    #settings(): EmbedSettings {
      const own = this.#read(elementSettings) as ElementSettings
      const settings = inheritSettings(context.settings(), own)
      return own.getToken ? this.#withStableToken(settings) : settings
    }

    #read(options: ElementOptions): Record<string, unknown> {
      const entries = Object.keys(options).map((name) => [name, this.#get(name)] as const)
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }

    #report(event: WidgetReport): void {
      const detail = 'outcome' in event ? outcomeOf(context.newId(), kind, event.outcome) : event.detail
      this.dispatchEvent(new CustomEvent(event.name, { detail, bubbles: true, composed: true }))
    }
  }
}
