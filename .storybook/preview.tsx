import { afterEach as checkAccessibility } from '@storybook/addon-a11y/preview'
import type { Decorator, Preview } from '@storybook/react-vite'
import { configure, expect } from 'storybook/test'
import { arabic } from '../packages/react/src/languages/arabic.js'
import { german } from '../packages/react/src/languages/german.js'
import { japanese } from '../packages/react/src/languages/japanese.js'
import { portuguese } from '../packages/react/src/languages/portuguese.js'
import { rampArabic } from '../packages/react/src/languages/ramp-arabic.js'
import { rampGerman } from '../packages/react/src/languages/ramp-german.js'
import { rampJapanese } from '../packages/react/src/languages/ramp-japanese.js'
import { rampPortuguese } from '../packages/react/src/languages/ramp-portuguese.js'
import { rampSpanish } from '../packages/react/src/languages/ramp-spanish.js'
import { spanish } from '../packages/react/src/languages/spanish.js'
import { LeydenProvider } from '../packages/react/src/provider/leyden-provider.js'
import { createFakeClient } from '../packages/react/src/testing/fake-client.js'
import '../packages/react/src/styles.css'
import './page.css'

// A busy machine takes its time, which is nothing against what it shows in the end.
configure({ asyncUtilTimeout: 15_000 })

const client = createFakeClient()
const languages = new Map(
  [
    [arabic, rampArabic],
    [german, rampGerman],
    [japanese, rampJapanese],
    [portuguese, rampPortuguese],
    [spanish, rampSpanish],
  ].map((words) => [words[0]?.locale, words]),
)

/** Every widget finds a provider; one in a story of its own wins. */
const withProvider: Decorator = (Story, { globals, parameters }) => {
  const language = languages.get(globals.locale)
  return (
    <div className="page" data-scheme={globals.scheme} data-width={parameters.width}>
      <LeydenProvider
        client={client}
        locale={globals.locale}
        colorScheme={globals.scheme}
        {...(language && { language })}
      >
        <Story />
      </LeydenProvider>
    </div>
  )
}

/**
 * A scheme changes colours alone. So a state is drawn and used once, in the light, and then looked at in the dark: each
 * widget has the dark colours, and all of it can be read. Only test runs do this; in Storybook there is a switch.
 */
const checkDarkScheme: Preview['afterEach'] = async (context) => {
  if (
    !context.tags.includes('both-schemes') ||
    context.globals.scheme !== 'light' ||
    import.meta.env.VITEST_STORYBOOK !== 'false'
  )
    return
  const themed = [...document.querySelectorAll<HTMLElement>('[data-scheme="light"]')]
  const setScheme = (scheme: string) => {
    for (const element of themed) element.dataset.scheme = scheme
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  }
  const inks = () =>
    themed.filter((element) => element.matches('.leyden')).map((widget) => getComputedStyle(widget).color)
  const light = inks()
  setScheme('dark')
  for (const [index, ink] of inks().entries()) await expect(ink).not.toBe(light[index])
  const a11y = { ...context.parameters.a11y, options: { runOnly: ['color-contrast'] } }
  await checkAccessibility({ ...context, parameters: { ...context.parameters, a11y } })
  setScheme('light')
}

const preview: Preview = {
  decorators: [withProvider],
  afterEach: checkDarkScheme,
  tags: ['autodocs'],
  initialGlobals: { scheme: 'light', locale: 'en' },
  globalTypes: {
    scheme: {
      toolbar: { title: 'Scheme', icon: 'contrast', items: ['light', 'dark', 'auto'], dynamicTitle: true },
    },
    locale: {
      toolbar: { title: 'Language', icon: 'globe', items: ['en', ...languages.keys()], dynamicTitle: true },
    },
  },
  parameters: {
    layout: 'fullscreen',
    // Where nothing is wrong with a rule, axe need not name every element that it looked at.
    a11y: { test: 'error', options: { resultTypes: ['violations', 'incomplete'] } },
    controls: { expanded: true },
    options: {
      storySort: {
        order: [
          'Getting started',
          'Theming',
          'A card of your own',
          'Languages',
          'Pay',
          'Address field',
          'Buy',
          'Embed',
        ],
      },
    },
  },
}

export default preview
