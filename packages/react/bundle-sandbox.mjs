// Bundles play money in the page: the shop with the BFF and the sandbox, in place of the file that tsc has written, so
// that apps that install @leyden/react need neither; and the wallet with its own copy of the buttons, because a bundler
// would make a further file of what it shares with the form, which every page would load. Only a page with play money
// loads them.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

// Only a server needs its URL, to load a library of Node.
const transform = { define: { 'import.meta.url': 'undefined' } }
for (const name of ['page-shop', 'sandbox']) {
  const file = join(import.meta.dirname, `dist/sandbox/${name}.js`)
  const external = (id) => id === './page-shop.js' || /^react(\/|$)/.test(id)
  const bundle = await rolldown({ input: file, platform: 'browser', transform, external })
  await bundle.write({ file, format: 'es' })
  await bundle.close()
}
