import type { KeyGuard } from '../key-guard/key-guard.js'
import { assertIntent } from '../leyden/misuse.js'
import { type Ending, outcomeOf } from '../outcome/outcome.js'
import { interceptLinks } from '../overlay/intercept-links.js'
import { inheritSettings } from '../settings/inherit-settings.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import { createTokenOwner } from '../settings/token-owner.js'
import { adoptStyles } from '../style/adopt-styles.js'
import hostCss from '../style/host.css?inline'
import { whyNot } from '../support/supports.js'
import type { OptionsOf } from '../widget/options.js'
import type { Widget, WidgetKit } from '../widget/widget.js'
import { askForBff } from './ask-for-bff.js'
import {
  attributeOf,
  payReadings,
  type Reading,
  rampReadings,
  readAttribute,
  settingReadings,
} from './attributes.js'
import type { ElementSettings } from './element-types.js'
import { createAttributeCheck } from './unknown-attributes.js'

/** What elements share with the rest of the page. */
export interface ElementContext {
  kit: WidgetKit
  keys: KeyGuard
  settings(): EmbedSettings
  newId(): string
  /** Called with every change of the settings; returns the way back. */
  onSettings(listener: () => void): () => void
}

const EVENT_OF: { readonly [Status in Ending['status']]?: string } = {
  paid: 'leyden-paid',
  completed: 'leyden-completed',
  expired: 'leyden-expired',
  error: 'leyden-error',
}

/**
 * The class of one kind's element. Attributes are the options in kebab-case; all options are properties too, and
 * a property that is set wins. Made when it is defined, because servers have no `HTMLElement`.
 */
export function elementClass(kind: Kind, context: ElementContext): CustomElementConstructor {
  const optionReadings: Record<string, Reading> = kind === 'pay' ? { ...payReadings } : { ...rampReadings }
  const readings: Record<string, Reading> = { ...optionReadings, ...settingReadings }
  const isProperty = (name: string) => readings[name] === 'property'
  const attributes = Object.keys(readings)
    .filter((name) => !isProperty(name))
    .map(attributeOf)
  const properties = Object.keys(readings).filter(isProperty).map(attributeOf)
  const nameOf = new Map(Object.keys(readings).map((name) => [attributeOf(name), name]))

  class LeydenElement extends HTMLElement {
    static readonly observedAttributes = [...nameOf.keys()]

    readonly #shadow = this.attachShadow({ mode: 'open' })
    readonly #properties = new Map<string, unknown>()
    readonly #withStableToken = createTokenOwner()
    readonly #checkAttributes = createAttributeCheck(attributes, properties)
    #widget: Widget | undefined
    #undo: (() => void)[] = []
    #scheduled = false

    getOption(name: string): unknown {
      if (this.#properties.has(name)) return this.#properties.get(name)
      const attribute = attributeOf(name)
      const text = this.getAttribute(attribute)
      return text === null ? undefined : readAttribute(attribute, text, readings[name] ?? 'property')
    }

    setOption(name: string, value: unknown): void {
      if (value === undefined || value === null) this.#properties.delete(name)
      else this.#properties.set(name, value)
      this.#schedule()
    }

    connectedCallback(): void {
      // Set before the class was known, they would hide the accessors for good.
      for (const name of Object.keys(readings)) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        this.setOption(name, value)
      }
      this.#schedule()
    }

    disconnectedCallback(): void {
      // A move in the page is a removal and an insertion: the invoice lives through it.
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
        const reason = whyNot(kind, settings)
        if (reason || settings.bffUrl === undefined) {
          this.#end()
          if (!reason) askForBff(() => this.isConnected && this.#settings().bffUrl === undefined)
          // Set up later, it is drawn then.
          this.#undo.push(context.onSettings(() => this.#schedule()))
          return
        }
        const options = this.#read(optionReadings) as OptionsOf[Kind]
        if ('intent' in options) assertIntent(options.intent)
        if (this.#widget) this.#widget.update(options, settings)
        else this.#begin(options, settings)
      } catch (error) {
        console.error(`<${this.localName}> cannot be shown.`, error)
        this.#end()
        this.#tell({ status: 'error', code: 'BAD_REQUEST', retryable: false })
      }
    }

    #begin(options: OptionsOf[Kind], settings: EmbedSettings): void {
      this.#end()
      adoptStyles(this.#shadow, context.kit.css + hostCss, settings.nonce)
      const root = this.ownerDocument.createElement('div')
      root.className = 'root'
      this.#shadow.append(root)
      this.#undo.push(
        () => root.remove(),
        context.keys.guard(this),
        interceptLinks(this.#shadow, settings),
        context.onSettings(() => this.#schedule()),
      )
      this.#widget = context.kit.mount(kind, root, options, settings, {
        onEnding: (ending) => this.#tell(ending),
        onDone: () => this.#send('leyden-close', undefined),
      })
    }

    #end(): void {
      this.#widget?.unmount()
      this.#widget = undefined
      for (const step of this.#undo.splice(0).reverse()) step()
    }

    #settings(): EmbedSettings {
      const own = this.#read(settingReadings) as ElementSettings
      const settings = inheritSettings(context.settings(), own)
      return own.getToken ? this.#withStableToken(settings) : settings
    }

    #read(names: Readonly<Record<string, Reading>>): Record<string, unknown> {
      const entries = Object.keys(names).map((name) => [name, this.getOption(name)] as const)
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }

    #tell(ending: Ending): void {
      const event = EVENT_OF[ending.status]
      if (event) this.#send(event, outcomeOf(context.newId(), kind, ending))
    }

    #send(type: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
    }
  }

  for (const name of Object.keys(readings)) {
    Object.defineProperty(LeydenElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: LeydenElement) {
        return this.getOption(name)
      },
      set(this: LeydenElement, value: unknown) {
        this.setOption(name, value)
      },
    })
  }
  return LeydenElement
}
