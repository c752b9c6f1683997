import type { StorybookConfig } from '@storybook/react-vite'
import { defaultClientConditions } from 'vite'

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../packages/{react,embed}/src/**/*.mdx', '../packages/{react,embed}/src/**/*.stories.tsx'],
  // As a page has it: the script, and the file that it loads from beside itself.
  staticDirs: [{ from: '../packages/embed/dist', to: '/embed' }],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // TypeScript 7 has no compiler API for the other one.
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({
    ...vite,
    // A change in any package is on the screen without a build.
    resolve: { ...vite.resolve, conditions: ['@leyden/source', ...defaultClientConditions] },
    // One story is a page without an origin of its own, which has to load its modules all the same.
    server: { ...vite.server, cors: { origin: [LOOPBACK, 'null'] } },
  }),
}

export default config
