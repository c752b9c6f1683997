import type { Decorator, Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import type { Language } from '../packages/react/src/foundation/messages/language.js'
import { LeydenProvider } from '../packages/react/src/foundation/provider/leyden-provider.js'
import type { Theme } from '../packages/react/src/foundation/theme/theme.js'
import { createFakeClient } from '../packages/react/src/testing/fake-client.js'
import '../packages/react/src/styles.css'
import { DocsPage, ThemedDocs } from './docs-page.js'
import { Page } from './page.js'
import './page.css'
import { argTypesOf, descriptionOf, nameOfComponent } from './prop-tables.js'
import { schemeOf } from './themes.js'

// The timeout is long, because a story does not fail if the machine is busy.
configure({ asyncUtilTimeout: 120_000 })

const client = createFakeClient()
const files = import.meta.glob<{ languages: Language[] }>('../packages/react/src/languages/*/both.ts', {
  eager: true,
})
/** The languages of both widgets by locale. */
const languages = new Map(
  Object.values(files).flatMap(({ languages }) =>
    languages.map(({ locale }) => [locale, languages] as const),
  ),
)

/** Wraps every story in a provider. A provider inside a story overrides it. */
const withProvider: Decorator = (Story, { globals, parameters, args }) => {
  const language = languages.get(globals.locale)
  const { accent, radius, ...props } = args as Theme & Record<string, unknown>
  return (
    <Page direction={globals.direction} scheme={schemeOf(globals.scheme)} width={parameters.width}>
      <LeydenProvider
        client={client}
        locale={globals.locale}
        colorScheme={schemeOf(globals.scheme)}
        language={language}
        theme={{ accent, radius }}
      >
        {nameOfComponent(parameters.component) ? <Story args={props} /> : <Story />}
      </LeydenProvider>
    </Page>
  )
}

/** Ends what fades in, because the check of contrasts would see it half transparent. */
const endMovements: Preview['afterEach'] = () => {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}

interface Rendering {
  currentRender?: { renderOptions?: { autoplay: boolean } }
}

/**
 * `npm test` examines the contrasts of all states at once, on the sheets of `pictures.browser.test.tsx`, because they take
 * most of the time of axe. `npm run soak` examines those of each story too.
 */
const { VITEST_STORYBOOK, LEYDEN_SOAK } = import.meta.env
const examinesContrast = VITEST_STORYBOOK !== 'false' || LEYDEN_SOAK === '1'

/** Settings of a story's provider, besides the props of its component. */
const themeArgs = {
  accent: { name: 'theme.accent', control: { type: 'color' }, table: { category: 'LeydenProvider' } },
  radius: {
    name: 'theme.radius',
    control: { type: 'range', min: 0, max: 40 },
    table: { category: 'LeydenProvider' },
  },
} as const

const preview: Preview = {
  decorators: [withProvider],
  // Before the check of the add-on.
  afterEach: endMovements,
  tags: ['autodocs'],
  // Storybook runs a `play` function only if the story is tagged as an interaction, so that nothing types while somebody
  // reads.
  loaders: [
    ({ tags }) => {
      const { currentRender } =
        (globalThis as { __STORYBOOK_PREVIEW__?: Rendering }).__STORYBOOK_PREVIEW__ ?? {}
      if (currentRender?.renderOptions) currentRender.renderOptions.autoplay = tags.includes('interaction')
    },
  ],
  argTypesEnhancers: [
    ({ component, argTypes, initialArgs }) => {
      const componentArgTypes = argTypesOf(component)
      if (componentArgTypes) return { ...componentArgTypes, ...argTypes, ...themeArgs }
      // In stories of other components, the args that are objects are states. JSON cannot represent them.
      const isState = (name: string) => typeof initialArgs[name] === 'object'
      return Object.fromEntries(
        Object.keys({ ...initialArgs, ...argTypes }).map((name) => [
          name,
          isState(name)
            ? { name, table: { disable: true }, ...argTypes[name], control: { disable: true } }
            : { name, ...argTypes[name] },
        ]),
      )
    },
  ],
  initialGlobals: { scheme: schemeOf('auto'), locale: 'en', direction: 'auto' },
  globalTypes: {
    scheme: {
      toolbar: { title: 'Scheme', icon: 'contrast', items: ['light', 'dark', 'auto'], dynamicTitle: true },
    },
    locale: {
      toolbar: { title: 'Language', icon: 'globe', items: ['en', ...languages.keys()], dynamicTitle: true },
    },
    direction: {
      toolbar: {
        title: 'Direction',
        icon: 'transfer',
        dynamicTitle: false,
        items: [
          { value: 'auto', title: 'Direction of the language' },
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
      },
    },
  },
  parameters: {
    layout: 'fullscreen',
    // The report needs no list of the elements that passed.
    a11y: {
      test: 'error',
      options: {
        resultTypes: ['violations', 'incomplete'],
        rules: { 'color-contrast': { enabled: examinesContrast } },
      },
    },
    controls: { expanded: true },
    viewport: {
      options: {
        phone320: { name: 'Phone, 320 × 568', styles: { width: '320px', height: '568px' }, type: 'mobile' },
        phone375: { name: 'Phone, 375 × 667', styles: { width: '375px', height: '667px' }, type: 'mobile' },
        game: { name: 'Game, 640 × 360', styles: { width: '640px', height: '360px' }, type: 'mobile' },
        tablet: { name: 'Tablet, 820 × 1180', styles: { width: '820px', height: '1180px' }, type: 'tablet' },
        desktop: {
          name: 'Desktop, 1280 × 800',
          styles: { width: '1280px', height: '800px' },
          type: 'desktop',
        },
      },
    },
    docs: {
      container: ThemedDocs,
      page: DocsPage,
      extractComponentDescription: descriptionOf,
    },
    options: {
      storySort: {
        order: [
          'Welcome',
          'State wall',
          'Anatomy',
          'Themes',
          'Tokens',
          'Play it through',
          'Game shelf',
          'Guides',
          ['Getting started', 'Theming', 'A card of your own', 'Languages'],
          'Pay',
          ['PayToLightningAddress'],
          'Buy',
          ['RampWidget'],
          'Embed',
          'Hooks',
          'Index',
        ],
      },
    },
  },
}

export default preview
