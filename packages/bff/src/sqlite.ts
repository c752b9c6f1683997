export {
  backUpSqlite,
  checkSqlite,
  restoreSqlite,
  type SqliteReport,
} from './stores/sqlite/sqlite-maintenance.js'
export type { SqliteStoreOptions } from './stores/sqlite/sqlite-store.js'
export { sqliteStore } from './stores/sqlite/sqlite-store.js'
