// Bundles the shop in the page with the BFF and the sandbox, in place of the file that tsc has written: apps that install
// @leyden/react then need neither, and only a page that asks for play money loads it.
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const file = join(import.meta.dirname, 'dist/sandbox/page-shop.js')
// Only a server needs its URL, to load a library of Node.
const transform = { define: { 'import.meta.url': 'undefined' } }
const bundle = await rolldown({ input: file, platform: 'browser', transform })
await bundle.write({ file, format: 'es' })
await bundle.close()
