// React's names on Preact: the widgets are written for React and built with the smaller runtime.
import { fileURLToPath } from 'node:url'

const own = (file) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))
const jsx = fileURLToPath(import.meta.resolve('preact/jsx-runtime'))

/** For `resolve.alias` of Vite. Absolute, because packages that import React have no Preact of their own. */
export const preactAlias = [
  { find: /^react$/, replacement: own('runtime/react.ts') },
  { find: /^react-dom\/client$/, replacement: own('runtime/react-dom-client.ts') },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: jsx },
]

/** The same, for tests written with Testing Library for React. */
export const preactTestAlias = [
  { find: /^react(-dom|-dom\/test-utils)?$/, replacement: own('test-support/react-under-test.ts') },
  ...preactAlias,
]
