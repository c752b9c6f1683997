import type { Decorator, Preview } from '@storybook/react-vite'
import { LeydenProvider } from '../packages/react/src/provider/leyden-provider.js'
import { createFakeClient } from '../packages/react/src/testing/fake-client.js'
import '../packages/react/src/styles.css'
import './page.css'

const client = createFakeClient()

/** Every widget finds a provider; one in a story of its own wins. */
const withProvider: Decorator = (Story, { globals, parameters }) => (
  <div className="page" data-scheme={globals.scheme} data-width={parameters.width}>
    <LeydenProvider client={client} locale={globals.locale} colorScheme={globals.scheme}>
      <Story />
    </LeydenProvider>
  </div>
)

const preview: Preview = {
  decorators: [withProvider],
  tags: ['autodocs'],
  initialGlobals: { scheme: 'light', locale: 'en' },
  globalTypes: {
    scheme: {
      toolbar: {
        title: 'Scheme',
        icon: 'contrast',
        items: ['light', 'dark', 'auto'],
        dynamicTitle: true,
      },
    },
  },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true },
    options: { storySort: { order: ['Getting started', 'Guides', 'Pay', 'Address field', 'Buy'] } },
  },
}

export default preview
