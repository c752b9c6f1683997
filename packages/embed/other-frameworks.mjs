// Compiles the components of tests that are written in the languages of other frameworks.

import { transformAsync } from '@babel/core'
import solid from 'babel-preset-solid'
import { compile } from 'svelte/compiler'

/**
 * A plugin of Vite for `.svelte` and `.solid.jsx`, with the compilers of both frameworks. A page can define a tag only
 * once, and a compiler has to see the tag. So `?tag=name` renames the element of a component.
 *
 * @returns {import('vite').Plugin}
 */
export function otherFrameworks() {
  return {
    name: 'other-frameworks',
    enforce: 'pre',
    async transform(source, id) {
      const [filename, query] = id.split('?')
      const tag = new URLSearchParams(query).get('tag') ?? 'pay-to-lightning-address'
      const code = source.replaceAll('pay-to-lightning-address', tag)
      if (filename.endsWith('.svelte')) return compile(code, { filename, generate: 'client' }).js
      if (!filename.endsWith('.solid.jsx')) return undefined
      const result = await transformAsync(code, {
        filename,
        presets: [solid],
        babelrc: false,
        configFile: false,
      })
      return { code: result?.code ?? '', map: null }
    },
  }
}
