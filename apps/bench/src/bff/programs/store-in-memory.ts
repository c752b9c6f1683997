// For `node --import`: the program keeps everything in memory in place of SQLite, so that the cost of the durable store
// can be measured.
import { register } from 'node:module'

const SQLITE = '/bff/dist/sqlite.js'
const LOADER = `
  export async function load(url, context, next) {
    if (!url.endsWith(${JSON.stringify(SQLITE)})) return next(url, context)
    const source = [
      \`export * from \${JSON.stringify(url + '?unchanged')}\`,
      \`import { memoryStore } from \${JSON.stringify(new URL('memory.js', url).href)}\`,
      'export const sqliteStore = () => memoryStore()',
    ].join(';')
    return { format: 'module', source, shortCircuit: true }
  }`

register(`data:text/javascript,${encodeURIComponent(LOADER)}`)
