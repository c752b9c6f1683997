import {
  Canvas,
  Controls,
  Description,
  DocsContainer,
  type DocsContainerProps,
  DocsContext,
  Source,
  Subtitle,
  Title,
} from '@storybook/addon-docs/blocks'
import { createContext, type PropsWithChildren, useContext, useEffect, useState } from 'react'
import { renderInlineCode } from './pages/inline-code.js'
import { nameOfComponent, type Row } from './prop-tables.js'
import { type Scheme, schemeOf, shellThemes } from './themes.js'
import { codeOfStory, type Usage, usageOf } from './usage.js'

interface GlobalsEvent {
  globals?: { scheme?: unknown }
}

/** Fields of Storybook's docs context that its types do not declare. */
interface ContextWithStore {
  store?: { userGlobals?: { get(): NonNullable<GlobalsEvent['globals']> } }
}

const SchemeContext = createContext<Scheme>('light')

/** Docs pages in the scheme of the toolbar. */
export function ThemedDocs(props: PropsWithChildren<DocsContainerProps>) {
  const { context } = props
  const [globalScheme, setGlobalScheme] = useState(
    () => (context as DocsContainerProps['context'] & ContextWithStore).store?.userGlobals?.get().scheme,
  )
  useEffect(() => {
    const updateScheme = ({ globals }: GlobalsEvent) => setGlobalScheme(globals?.scheme)
    context.channel.on('globalsUpdated', updateScheme)
    return () => context.channel.off('globalsUpdated', updateScheme)
  }, [context])
  const scheme = schemeOf(globalScheme)
  return (
    <main className="docs-shell" data-scheme={scheme}>
      <SchemeContext.Provider value={scheme}>
        <DocsContainer {...props} theme={shellThemes[scheme]} />
      </SchemeContext.Provider>
    </main>
  )
}

/** The docs page of a component: its description, each story with its code, and its props. */
export function DocsPage() {
  const context = useContext(DocsContext)
  const stories = context.componentStories().filter(({ tags }) => tags.includes('autodocs'))
  const [first, ...others] = stories
  if (!first) return null
  const file = String(first.parameters.fileName).replace(/^\.\//, '')
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <p className="docs-links">
        Source:{' '}
        <a href={sourceOf(file)} target="_blank" rel="noreferrer">
          <code>{file}</code>
        </a>
        {' · '}
        <a href={`./?path=/story/state-wall--${stateWallOf(first.title)}`} target="_top">
          Every state on one page
        </a>
      </p>
      <Example story={first} heading="h2" />
      <h2 id="props">Props</h2>
      <Controls of={first.moduleExport} />
      {others.length > 0 && <h2 id="examples">Examples</h2>}
      {others.map((story) => (
        <Example key={story.id} story={story} />
      ))}
    </>
  )
}

const stateWallOf = (title: string) => (title.startsWith('Buy/') ? 'ramp-widget' : 'pay-to-lightning-address')

type PreparedStory = ReturnType<React.ContextType<typeof DocsContext>['componentStories']>[number]

function Example({ story, heading: Heading = 'h3' }: { story: PreparedStory; heading?: 'h2' | 'h3' }) {
  const usage = useUsage(story)
  return (
    <section id={`anchor--${story.id}`}>
      <Heading>
        <a href={`./?path=/story/${story.id}`} target="_top">
          {story.name}
        </a>
      </Heading>
      <Description of={story.moduleExport} />
      <Canvas of={story.moduleExport} sourceState="none" />
      {usage && <Code usage={usage} />}
    </section>
  )
}

/**
 * The code that a user writes to get this story. It is null while the source of a story with its own render function
 * loads.
 */
function useUsage({ id, component, initialArgs, moduleExport, parameters }: PreparedStory): Usage | null {
  const hasOwnRender = Boolean((moduleExport as { render?: unknown } | undefined)?.render)
  const [code, setCode] = useState('')
  useEffect(() => {
    if (!hasOwnRender) return
    let isCurrent = true
    fetch(sourceOf(parameters.fileName))
      .then((reply) => reply.text())
      .then((file) => isCurrent && setCode(codeOfStory(file, id)))
    return () => {
      isCurrent = false
    }
  }, [hasOwnRender, id, parameters.fileName])
  if (hasOwnRender) return code ? { react: code } : null
  if (typeof initialArgs.html === 'string') return { html: initialArgs.html }
  const name = nameOfComponent(component)
  return name === undefined ? null : usageOf(name, initialArgs)
}

const sourceOf = (fileName: unknown) => `./source/${String(fileName).replace(/^\.\//, '')}.txt`

const LANGUAGES = { react: 'tsx', script: 'html', html: 'html' } as const
const LABELS = { react: 'React', script: 'Script: overlay', html: 'HTML element' } as const

/** The code of a story, for each way to use the widget. */
export function Code({ usage }: { usage: Usage }) {
  const kinds = (Object.keys(LABELS) as (keyof Usage)[]).filter((kind) => usage[kind] !== undefined)
  const [kind, setKind] = useState(kinds[0] ?? 'react')
  const scheme = useContext(SchemeContext)
  return (
    <div className="docs-code">
      {kinds.length > 1 && (
        <fieldset className="docs-tabs">
          <legend>Code</legend>
          {kinds.map((option) => (
            <button key={option} type="button" aria-pressed={option === kind} onClick={() => setKind(option)}>
              {LABELS[option]}
            </button>
          ))}
        </fieldset>
      )}
      <Source key={kind} code={usage[kind] ?? ''} language={LANGUAGES[kind]} dark={scheme === 'dark'} />
    </div>
  )
}

/** A table of options or of a hook's result. */
export function OptionTable({ rows }: { rows: Row[] }) {
  const hasDefaults = rows.some((row) => row.default)
  return (
    <div className="docs-table">
      <table>
        <thead>
          <tr>
            <th>name</th>
            <th>type</th>
            {hasDefaults && <th>default</th>}
            <th>what it does</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>
                <code>{row.name}</code>
              </td>
              <td>
                <code>{row.type}</code>
              </td>
              {hasDefaults && <td>{renderInlineCode(row.default)}</td>}
              <td>{renderInlineCode(row.text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
