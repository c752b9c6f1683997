import { readSettings } from './settings.js'
import { startDemo } from './start-demo.js'

try {
  const demo = await startDemo(readSettings(process.env))
  console.log(`The demo is at ${demo.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void demo.close().then(() => process.exit(0)))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
