import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const sourceFolder = import.meta.dirname
const sheet = (name: string) =>
  readFileSync(join(sourceFolder, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const sheets = [...sheet('styles.css').matchAll(/@import "(.+?)"/g)].map(([, name = '']) => name)
const rules = sheets
  .filter((name) => !name.startsWith('./foundation/theme/'))
  .map((name) => [name, sheet(name)] as const)

/** The selectors of all rules, also within @media and @container; keyframes have none. */
function selectorsOf(css: string): string[] {
  const withoutKeyframes = css.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^}]*\})*\s*\}/g, '')
  return [...withoutKeyframes.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) =>
    splitList(list.replace(/@[^{]*\{/g, '').trim()),
  )
}

/** The selectors of a list; a comma within brackets does not separate. */
function splitList(list: string): string[] {
  return list.split(/,(?![^(]*\))/).map((part) => part.trim())
}

/**
 * The number of classes, attributes and pseudo-classes. Those in `:where()` do not count, and `:is()` counts as its most
 * specific argument (Selectors 4, section 17).
 */
function weightOf(selector: string): { ids: number; classes: number; elements: number } {
  let remaining = selector
  for (let previous = ''; previous !== remaining; ) {
    previous = remaining
    remaining = remaining.replace(/:where\((?:[^()]|\([^()]*\))*\)/g, '')
  }
  remaining = remaining.replace(/:is\(([^()]*)\)/g, (_, list: string) => heaviestOf(list.split(',')))
  // Pseudo-elements count as elements in CSS, but are allowed here.
  remaining = remaining.replace(/::[\w-]+/g, '')
  return {
    ids: (remaining.match(/#[\w-]+/g) ?? []).length,
    classes: (remaining.match(/\.[\w-]+|\[[^\]]*\]|:[\w-]+/g) ?? []).length,
    elements: (remaining.match(/(?<![.\w:#-])[a-z][\w-]*/g) ?? []).length,
  }
}

/** The selector of a list that has the most classes. */
function heaviestOf(list: string[]): string {
  const countClasses = (selector: string) => selector.match(/\.[\w-]+|\[|:/g)?.length ?? 0
  return list.reduce((heaviest, selector) =>
    countClasses(selector) > countClasses(heaviest) ? selector : heaviest,
  )
}

describe('the style sheet', () => {
  it('includes all its sheets', () => {
    expect(rules.length).toBeGreaterThan(2)
  })

  it.each(rules)('%s has rules with the specificity of one class, outside of layers', (name, css) => {
    expect(css).not.toContain('@layer')
    const selectors = selectorsOf(css)
    expect(selectors.length).toBeGreaterThan(0)
    for (const selector of selectors) {
      const { ids, classes, elements } = weightOf(selector)
      expect(`${name}: ${selector} → ${ids}, ${classes}, ${elements}`).toMatch(/→ 0, 1, 0$/)
    }
  })

  it.each(rules)('%s uses px and logical directions, and loads nothing', (_, css) => {
    expect(css).not.toMatch(/\d(?:rem|vw|vh)\b/)
    expect(css).not.toMatch(/(?<!safe-area-)(?:margin|padding|border|inset)-(?:left|right|top|bottom)\b/)
    expect(css).not.toMatch(
      /(?:^|[\s;{])(?:left|right|width|height|min-width|max-width|min-height|max-height)\s*:/,
    )
    expect(css).not.toMatch(/!important|url\(/)
  })

  it('has a dark variant of each colour that a page can set', () => {
    const css = sheet('foundation/theme/tokens.css')
    const names = (prefix: string) =>
      [
        ...css.matchAll(
          new RegExp(`${prefix}((?:accent|on|bg|fg|line|ok|bad|warn|focus|shadow)[\\w-]*),`, 'g'),
        ),
      ].map(([, name]) => name)
    expect(names('--leyden-').length).toBeGreaterThan(15)
    expect(names('--leyden-dark-').filter((name) => name !== 'accent')).toEqual(names('--leyden-'))
  })

  it('has no rule for a class that is not in the markup', () => {
    const markup = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.stories)\.tsx?$/.test(file) && !file.includes('test-support'))
      .map((file) => readFileSync(join(sourceFolder, file), 'utf8'))
      .join('\n')
    const classesInMarkup = new Set(
      [...markup.matchAll(/\b(?:leyden|ly)(?:-[a-z]+)+\b(?=[ '"`])/g)].map(([name]) => name),
    )
    const classesWithRules = new Set(
      rules.flatMap(([, css]) =>
        Array.from(css.matchAll(/\.((?:leyden|ly)(?:-[a-z]+)+)/g), ([, name = '']) => name),
      ),
    )
    expect(classesWithRules.size).toBeGreaterThan(50)
    expect([...classesWithRules].filter((name) => !classesInMarkup.has(name))).toEqual([])
  })
})

it.each(['layered.css', 'own-layer.css'])(
  'the guide has the lines of %s, which are tested with Tailwind',
  (name) => {
    const guide = readFileSync(join(sourceFolder, '../../../docs/theming.md'), 'utf8')
    const lines = readFileSync(join(sourceFolder, 'test-support/tailwind', name), 'utf8')
    expect(guide).toContain(`\`\`\`css\n${lines}\`\`\``)
  },
)
