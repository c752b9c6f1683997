// The widgets are written for React. The embed runs them on Preact, through preact/compat.
import { fileURLToPath } from 'node:url'

const file = (name) => fileURLToPath(import.meta.resolve(name))

/**
 * The value for `resolve.alias` of Vite. Paths are absolute, because packages that import React do not depend on
 * Preact.
 */
export const preactAlias = [
  { find: /^react(-dom)?$/, replacement: file('preact/compat') },
  { find: /^react-dom\/client$/, replacement: file('preact/compat/client') },
  { find: /^react-dom\/test-utils$/, replacement: file('preact/compat/test-utils') },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: file('preact/compat/jsx-runtime') },
]
