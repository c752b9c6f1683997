// Imported before everything else, so that an old version of Node prints one line and not the error of a module that it
// cannot load.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Leyden needs Node 20.19 or later; this is Node ${process.versions.node}.`)
  process.exit(1)
}
