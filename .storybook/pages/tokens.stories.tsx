import type { Meta, StoryObj } from '@storybook/react-vite'
import { useLayoutEffect, useRef, useState } from 'react'
import guide from '../../docs/theming.md?raw'
import { hexOf } from './contrast.js'
import { docRows, plainText } from './doc-rows.js'
import { renderInlineCode } from './inline-code.js'

/** The custom properties of the guide, in its groups: their names and what they are for. */
const groups = docRows(guide, '--leyden-').map(([names = '', text = '']) => ({
  names: names.replaceAll('`', '').split(', '),
  text: plainText(text),
}))

type Kind = 'color' | 'shadow' | 'radius' | 'font' | 'size'

function kindOf(name: string): Kind {
  if (/radius/.test(name)) return 'radius'
  if (/width|size/.test(name)) return 'size'
  if (/font$/.test(name)) return 'font'
  return /shadow/.test(name) ? 'shadow' : 'color'
}

/** How a swatch shows each kind of value, and the computed property in which its value is read. */
const looks = {
  color: ['background', 'background-color'],
  shadow: ['box-shadow', 'box-shadow'],
  radius: ['border-top-left-radius', 'border-top-left-radius'],
  font: ['font-family', 'font-family'],
  size: ['width', 'width'],
} as const

/** A value as the widgets have it in a scheme. */
function Swatch({ name, scheme }: { name: string; scheme: 'light' | 'dark' }) {
  const swatch = useRef<HTMLSpanElement>(null)
  const [value, setValue] = useState('')
  const kind = kindOf(name)
  const [property, computed] = looks[kind]
  useLayoutEffect(() => {
    const { current: element } = swatch
    if (!element) return
    // The style sheet keeps the value in use, of the page or its default, in a property of its own.
    const inUse = name === '--leyden-font-size' ? '--ly-size' : name.replace('--leyden-', '--ly-')
    element.style.setProperty(property, `var(${inUse})`)
    const read = getComputedStyle(element).getPropertyValue(kind === 'size' ? inUse : computed)
    setValue(kind === 'color' ? (hexOf(read) ?? read) : read)
  }, [name, kind, property, computed])
  return (
    <span className="leyden leyden-bare page-swatch" data-scheme={scheme}>
      <span ref={swatch} data-kind={kind} aria-hidden="true">
        {kind === 'font' && 'Ag'}
      </span>
      {(kind === 'color' || kind === 'radius' || kind === 'size') && <code>{value}</code>}
    </span>
  )
}

function Tokens() {
  return (
    <main className="page-tokens">
      <h1>Tokens</h1>
      <p className="page-about">
        Custom properties that a page may set, with their defaults. Set one on a widget or on any element
        around it; <code>--leyden-dark-…</code> sets a colour for the dark scheme alone. With an accent of
        your own, the colours that depend on it follow:{' '}
        <a href="./?path=/story/themes--page" target="_top">
          Themes
        </a>
        .
      </p>
      {groups.map(({ names, text }) => (
        <section key={names[0]} className="page-token-group">
          <h2>{renderInlineCode(text.charAt(0).toUpperCase() + text.slice(1))}</h2>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <code>{name}</code>
                <span className="page-swatches">
                  <Swatch name={name} scheme="light" />
                  {['color', 'shadow'].includes(kindOf(name)) && <Swatch name={name} scheme="dark" />}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  )
}

const meta = {
  title: 'Tokens',
  component: Tokens,
  // The test of the built Storybook opens this page.
  tags: ['!autodocs', '!test', 'page'],
} satisfies Meta<typeof Tokens>
export default meta

/** Every custom property with its default, in light and dark. */
export const Page: StoryObj<typeof meta> = {
  name: 'Custom properties',
}
