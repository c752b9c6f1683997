export type { SqliteStoreOptions } from './sqlite/sqlite-store.js'
export { sqliteStore } from './sqlite/sqlite-store.js'
