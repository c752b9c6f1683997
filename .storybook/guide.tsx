import { Markdown } from '@storybook/addon-docs/blocks'

/** Guides that are pages of this Storybook, by file. */
const pages: Record<string, string> = {
  'getting-started-react.md': 'guides-getting-started--docs',
  'theming.md': 'guides-theming--docs',
  'parts.md': 'guides-a-card-of-your-own--docs',
  'languages.md': 'guides-languages--docs',
  'embed.md': 'embed-guide--docs',
}

/** A guide of `docs/`. Its links lead to pages of this Storybook, or name the file if there is no page. */
export function Guide({ text }: { text: string }) {
  return <Markdown>{withLinks(text)}</Markdown>
}

function withLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\(((?!https?:|#)[^)#\s]+)(#[^)\s]+)?\)/g, (_link, words, path) => {
    const page = pages[path]
    return page ? `[${words}](?path=/docs/${page})` : `${words} (\`${repositoryPath(path)}\`)`
  })
}

/** The path in the repository of a file that a guide links to. */
const repositoryPath = (path: string) => new URL(path, 'https://docs.example/docs/').pathname.slice(1)
