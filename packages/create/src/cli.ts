#!/usr/bin/env node
// Nothing is imported before this check, because the other modules do not load in older versions of Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`create-leyden needs Node 20.19 or later; this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  const { main } = await import('./main.js')
  process.exitCode = await main(process.argv.slice(2))
}
