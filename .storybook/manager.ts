import { createElement } from 'react'
import { Link } from 'storybook/internal/components'
import { addons, types, useStorybookApi, useStorybookState } from 'storybook/manager-api'
import { schemeOf, shellThemes } from './themes.js'

interface GlobalsEvent {
  globals?: { scheme?: unknown }
}

addons.setConfig({
  theme: shellThemes[schemeOf('auto')],
  // Demo pages and states have no props to change, so the panel leaves its space to them.
  layoutCustomisations: {
    showPanel: ({ index, storyId }, isShown) => {
      const entry = index?.[storyId]
      const isState = entry !== undefined && 'title' in entry && /\/(States|Refusals)$/.test(entry.title)
      return entry?.tags?.includes('page') || isState ? false : isShown
    },
  },
})

addons.register('leyden', (api) => {
  const updateTheme = ({ globals }: GlobalsEvent) =>
    addons.setConfig({ theme: shellThemes[schemeOf(globals?.scheme)] })
  api.on('setGlobals', updateTheme)
  api.on('globalsUpdated', updateTheme)
  addons.add('leyden/links', {
    title: 'Docs and source',
    type: types.TOOL,
    match: ({ viewMode }) => viewMode === 'story',
    render: Links,
  })
})

/** Links from a story to the docs page of its component, and to its source. */
function Links() {
  const { index } = useStorybookState()
  const story = useStorybookApi().getCurrentStoryData()
  if (!story || !index) return null
  const [group] = story.title.split('/')
  const docs = Object.values(index).filter((entry) => entry.type === 'docs')
  const page =
    docs.find(({ title }) => title === story.title) ?? docs.find(({ title }) => title.split('/')[0] === group)
  const source = `./source/${story.importPath.replace(/^\.\//, '')}.txt`
  // This is not JSX, because Storybook compiles JSX here to calls of a global that does not exist.
  return createElement(
    'span',
    { style: { display: 'inline-flex', gap: 14, alignItems: 'center', paddingInline: 10, fontSize: 12 } },
    page && createElement(Link, { href: `?path=/docs/${page.id}` }, 'Docs'),
    createElement(Link, { href: source, target: '_blank', rel: 'noreferrer' }, 'Source'),
  )
}
