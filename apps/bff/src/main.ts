#!/usr/bin/env node
// Nothing is imported before this check: what the rest imports does not load in older versions of Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The BFF needs Node 20.19 or later; this is Node ${process.versions.node}.`)
  process.exit(1)
}
const { runCommand } = await import('./commands/commands.js')

process.exit(await runCommand(process.argv.slice(2), process.env))

export {}
