import { type ComponentPropsWithoutRef, type ReactNode, type Ref, useRef } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useThemeStyle } from '../theme/use-theme.js'
import { joinClasses, useMergedRef } from './merge.js'

/** Which colours a card has. */
export type Tone = 'ok' | 'bad' | 'warn'

export interface CardProps extends ComponentPropsWithoutRef<'section'> {
  /** What the widget is called by a screen reader. */
  name: string
  lang: string
  direction: 'ltr' | 'rtl'
  state: string
  tone?: Tone | undefined
  rootRef?: Ref<HTMLElement> | undefined
  children: ReactNode
}

/** The root of each widget: language, direction, colours, and the state for style rules and tests. */
export function Card(props: CardProps) {
  const { name, lang, direction, state, tone, rootRef, className, style, children, ...rest } = props
  const { colorScheme } = useLeydenContext()
  const root = useRef<HTMLElement>(null)
  return (
    <section
      aria-label={name}
      {...rest}
      ref={useMergedRef(root, rootRef)}
      className={joinClasses('leyden', className)}
      style={useThemeStyle(root, style)}
      lang={lang}
      dir={direction}
      data-scheme={colorScheme}
      data-state={state}
      data-tone={tone}
    >
      {children}
    </section>
  )
}
