// React's names on Preact: the widgets are written for React and built with the smaller runtime.
import { fileURLToPath } from 'node:url'

const path = (specifier) => fileURLToPath(import.meta.resolve(specifier))

/** For `resolve.alias` of Vite. Absolute, because packages that import React have no Preact of their own. */
export const preactAlias = [
  { find: /^react$/, replacement: path('preact/compat') },
  { find: /^react-dom$/, replacement: path('preact/compat') },
  { find: /^react-dom\/client$/, replacement: path('preact/compat/client') },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: path('preact/jsx-runtime') },
  // One hash in the script, not two.
  {
    find: /^sha256-uint8array$/,
    replacement: fileURLToPath(new URL('./src/runtime/sha256.ts', import.meta.url)),
  },
]
