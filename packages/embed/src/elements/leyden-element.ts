import { messageReference, tryOrUndefined } from '@leyden/core/internal'
import { errorOutcome, isOfOthers, nameJudge, subscribeOnline } from '@leyden/react/options'
import type { Guard } from '../guard/guard.js'
import { interceptLinks } from '../widget/intercept-links.js'
import { outcomeOf } from '../widget/outcome.js'
import { LeydenMisuse } from '../widget/settings/leyden-misuse.js'
import { assertUrls } from '../widget/settings/misuse.js'
import {
  elementOptionsOf,
  elementSettings,
  eventOf,
  type OptionRow,
  type OptionRows,
  optionsOf,
} from '../widget/settings/options.js'
import { type Given, isNeverEmpty, readOption } from '../widget/settings/read-options.js'
import {
  createTokenOwner,
  type ElementSettings,
  type EmbedSettings,
  inheritSettings,
  type Kind,
  type OptionsOf,
} from '../widget/settings/settings.js'
import { attributeOf, spellingsOf } from '../widget/settings/spellings.js'
import { whyNot } from '../widget/settings/supports.js'
import { adoptStyles } from '../widget/style/adopt-styles.js'
import { append } from '../widget/style/append.js'
import hostCss from '../widget/style/host.css?inline'
import type { Widget, WidgetKit, WidgetReport } from '../widget/widget.js'
import { heldByReact } from './held-by-react.js'
import { createAttributeWarning, warnWithoutBff } from './warnings.js'

/**
 * The attribute with the properties that lock something, as far as they can be written: a copy of an element has the
 * attributes of the original, and none of its properties.
 */
const MARK = 'data-leyden-set'
/** A property that the original of a copy had, and the copy has lost. */
const LOST = Symbol('lost')
const CORRECT = 'Correct or remove it.'

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
  const rows = elementOptionsOf[kind]
  const isOf = (name: string, row: OptionRow) => rows.spelled(name)?.name === row.name
  const names = rows.all.flatMap(({ name }) => spellingsOf(name))

  return class LeydenElement extends HTMLElement {
    static {
      for (const name of names)
        Object.defineProperty(LeydenElement.prototype, name, {
          configurable: true,
          enumerable: rows.all.some((row) => row.name === name),
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
    readonly #warnOf = createAttributeWarning()
    #widget: Widget | undefined
    #undo: (() => void)[] = []
    #scheduled = false
    /** Observes all attributes, because one that is meant to lock something may have any name. */
    readonly #attributes = new MutationObserver((changes) => {
      const isOurs = (name: string) => name === MARK || rows.spelled(name) !== undefined || !isOfOthers(name)
      if (changes.some(({ attributeName }) => isOurs(attributeName ?? ''))) this.#schedule()
    })
    /** Why nothing is shown, as it was reported. */
    #refusal: string | undefined

    /** Frameworks read a property before they set it, so this must not throw. */
    #get(name: string): unknown {
      const row = rows.spelled(name)
      return row ? tryOrUndefined(() => readOption(row, this.#given(row))) : this.#properties.get(name)
    }

    #set(name: string, value: unknown): void {
      if (value === undefined) this.#properties.delete(name)
      else this.#properties.set(name, value)
      this.#mark()
      this.#schedule()
    }

    /** Writes the properties that lock something, for copies. Objects, functions and secrets count as lost there. */
    #mark(): void {
      const locks = [...this.#properties].flatMap(([name, value]) => {
        const row = rows.spelled(name)
        if (!row?.rule.locks || (value === null && !isNeverEmpty(row))) return []
        return [[row.name, row.isAttribute ? writtenForCopy(value) : null]]
      })
      const mark = locks.length > 0 ? JSON.stringify(Object.fromEntries(locks)) : null
      if (mark === this.getAttribute(MARK)) return
      if (mark === null) this.removeAttribute(MARK)
      else this.setAttribute(MARK, mark)
    }

    /** Takes the properties of the original, where this is a copy. */
    #readMark(): void {
      for (const [name, value] of Object.entries(JSON.parse(this.getAttribute(MARK) ?? '{}')))
        if (![...this.#properties.keys()].some((own) => rows.spelled(own) === rows.spelled(name)))
          this.#properties.set(name, value ?? LOST)
    }

    #assertNothingLost(): void {
      for (const [name, value] of this.#properties)
        if (value === LOST)
          throw new LeydenMisuse(
            `This <${this.localName}> is a copy of one whose property ${name} was set, and copies have no properties. Set it here too.`,
          )
    }

    /** What the page passes as an option: its properties, or its attributes if it has set no property. */
    #given(row: OptionRow): Given[] {
      // Frameworks write null for an option that is left out.
      const properties = [...this.#properties].filter(
        ([name, value]) => isOf(name, row) && (value !== null || isNeverEmpty(row)),
      )
      if (properties.length > 0) return properties.map(([name, value]) => ({ name, value, from: 'property' }))
      return this.getAttributeNames()
        .filter((name) => isOf(name, row))
        .map((name) => ({ name, value: this.getAttribute(name), from: 'attribute' }))
    }

    /**
     * Refuses what means an option that locks something, and warns of other attributes that do nothing.
     *
     * @returns false while a name cannot be judged that may mean such an option
     */
    #assertNames(): boolean {
      const unknown = this.#unknownNames()
      const isGiven = (row: OptionRow) => this.#given(row).length > 0
      const judge = nameJudge.current()
      if (!judge) {
        if (unknown.length > 0)
          nameJudge.load().then(
            () => this.#schedule(),
            (cause) => this.#refuseUnjudged(cause),
          )
        return this.#unclearName() === undefined
      }
      for (const [name, value] of unknown) {
        const found = rows.judge(name, value, isGiven, judge)
        if (!found) continue
        const { meant, locks } = found
        const cure = meant === undefined ? CORRECT : `Write ${this.#writtenAs(meant)} if you mean it.`
        if (this.hasAttribute(name)) this.#warnOf(this, name, cure, locks)
        if (locks)
          throw new LeydenMisuse(`<${this.localName}> has no option ${JSON.stringify(name)}. ${cure}`)
      }
      return true
    }

    /** The names that are no options and have to be judged, with their values. */
    #unknownNames(): (readonly [name: string, value: unknown])[] {
      const attributes = this.getAttributeNames().map((name) => [name, this.getAttribute(name)] as const)
      // Frameworks also set an option that is left out, as undefined or null.
      const own = Object.entries(this).filter(([, value]) => value !== undefined && value !== null)
      return [...attributes, ...own].filter(([name]) => rows.isUnknown(name))
    }

    /** A name that may mean an option that locks something. */
    #unclearName(): string | undefined {
      return this.#unknownNames().find(([name]) => !isOfOthers(name))?.[0]
    }

    /** Refuses a name that cannot be judged. The page may have removed it meanwhile. */
    #refuseUnjudged(cause: unknown): void {
      const name = this.isConnected ? this.#unclearName() : undefined
      if (name === undefined) return
      this.#undo.push(subscribeOnline(() => this.#schedule()))
      const message = `<${this.localName}> has no option ${JSON.stringify(name)}. ${CORRECT}`
      this.#refuse(new LeydenMisuse(message, cause))
    }

    /** How a page gives an option, or learns what a callback tells. */
    #writtenAs(name: string): string {
      const isAttribute = rows.spelled(name)?.isAttribute === true
      return isAttribute ? attributeOf(name) : (eventOf(kind, name) ?? `the property ${name}`)
    }

    constructor() {
      super()
      this.#attributes.observe(this, { attributes: true })
      // React takes over a page from a server without telling the element, and nothing tells of a property with an
      // unknown name. So this looks again when a person starts.
      const lookAgain = () => tryOrUndefined(() => this.#check()) || this.#schedule()
      for (const start of ['focusin', 'pointerdown']) this.addEventListener(start, lookAgain)
    }

    /**
     * @returns false while that is not known
     * @throws LeydenMisuse if an option that locks something is probably missing
     */
    #check(): boolean {
      if (this.ownerDocument !== document)
        throw new LeydenMisuse('An element cannot be shown in another document than the one with the script.')
      this.#assertNothingLost()
      this.#assertNothingDropped()
      return this.#assertNames()
    }

    /** An option that locks something, and that React had and dropped. */
    #droppedOption(): string | undefined {
      const held = heldByReact(this)
      return rows.all.find((row) => {
        const values = spellingsOf(row.name).map((name) => held[name] ?? undefined)
        const isLost = values.some((value) => typeof value === 'function' || typeof value === 'object')
        return isLost && row.rule.locks && this.#given(row).length === 0
      })?.name
    }

    #assertNothingDropped(): void {
      const name = this.#droppedOption()
      if (name !== undefined)
        throw new LeydenMisuse(
          `React has not set ${name}. It passes functions and objects from React 19 on, and only to an element that it renders in the page after the script has loaded. Set the property ${name} in a ref.`,
        )
    }

    connectedCallback(): void {
      this.#readMark()
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

    #schedule(): void {
      if (this.#scheduled) return
      this.#scheduled = true
      queueMicrotask(() => {
        this.#scheduled = false
        if (this.isConnected) this.#draw()
      })
    }

    #draw(): void {
      // Frameworks that compare pages remove attributes that they have not written.
      this.#mark()
      this.#attributes.takeRecords()
      try {
        if (!this.#check()) {
          this.#end()
          return
        }
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
        assertUrls(settings)
        if (this.#widget) this.#widget.update(options, settings)
        else this.#begin(options, settings)
        this.#refusal = undefined
      } catch (error) {
        this.#end()
        // Other settings may be right.
        this.#undo.push(context.onSettings(() => this.#schedule()))
        this.#refuse(error)
      }
    }

    /** Reports once why nothing is shown: a page that renders often draws often. */
    #refuse(error: unknown): void {
      const refusal = String(error)
      if (refusal === this.#refusal) return
      this.#refusal = refusal
      console.error(
        `<${this.localName}> cannot be shown. See ${messageReference('WIDGET_CANNOT_BE_SHOWN')}`,
        error,
      )
      const outcome = errorOutcome({ code: 'BAD_REQUEST', retryable: false })
      this.#report({ name: 'leyden-error', outcome })
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

    #read({ all }: OptionRows): Record<string, unknown> {
      const entries = all.map((row) => [row.name, readOption(row, this.#given(row))] as const)
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }

    #report(event: WidgetReport): void {
      const detail = 'outcome' in event ? outcomeOf(context.newId(), kind, event.outcome) : event.detail
      this.dispatchEvent(new CustomEvent(event.name, { detail, bubbles: true, composed: true }))
    }
  }
}

/** A property as an attribute has it; null if it cannot be written. */
function writtenForCopy(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(' ')
  return value === LOST || value === null || typeof value === 'object' || typeof value === 'function'
    ? null
    : String(value)
}
