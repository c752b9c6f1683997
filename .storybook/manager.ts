import { createElement } from 'react'
import { Link } from 'storybook/internal/components'
import { addons, types, useStorybookApi, useStorybookState } from 'storybook/manager-api'
import { schemeOf, shellThemes } from './themes.js'

/** Whether the Controls panel has a field for this. */
const isControl = (control: unknown) =>
  typeof control === 'object' &&
  control !== null &&
  'type' in control &&
  !('disable' in control && control.disable)

interface GlobalsEvent {
  globals?: { scheme?: unknown }
}

addons.setConfig({
  theme: shellThemes[schemeOf('auto')],
  // Without a control to change and without an interaction to follow, the panel leaves its space to the story.
  layoutCustomisations: {
    showPanel: ({ index, storyId }, isShown) => {
      const entry = index?.[storyId]
      if (entry?.type !== 'story') return isShown
      const { tags, argTypes } = entry
      const hasControls = Object.values(argTypes ?? {}).some(({ control }) => isControl(control))
      return tags.includes('interaction') || hasControls ? isShown : false
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
