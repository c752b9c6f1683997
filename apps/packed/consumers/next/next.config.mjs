export default {
  // A native module is loaded from node_modules, not bundled.
  serverExternalPackages: ['libsql'],
}
