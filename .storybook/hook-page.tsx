import { Markdown } from '@storybook/addon-docs/blocks'
import { Code, OptionTable } from './docs-page.js'
import { rowsOf, type TableName } from './prop-tables.js'

interface HookPageProps {
  name: string
  about: string
  code: string
  options: TableName
  result: readonly [TableName, ...TableName[]]
}

/** The docs page of a hook: its purpose, an example, its options and its result. */
export function HookPage({ name, about, code, options, result: [resultTable, ...parts] }: HookPageProps) {
  return (
    <>
      <Markdown>{`# ${name}\n\n${about}`}</Markdown>
      <Code usage={{ react: code }} />
      <h2>Options</h2>
      <OptionTable rows={rowsOf(options)} />
      <h2>What it returns</h2>
      <OptionTable rows={rowsOf(resultTable)} />
      {parts.map((part) => (
        <section key={part}>
          <h3>{part}</h3>
          <OptionTable rows={rowsOf(part)} />
        </section>
      ))}
    </>
  )
}
