export {
  backUpSqlite,
  checkSqlite,
  migrateSqlite,
  restoreSqlite,
  type SqliteReport,
} from './sqlite/sqlite-maintenance.js'
export type { SqliteStoreOptions } from './sqlite/sqlite-store.js'
export { sqliteStore } from './sqlite/sqlite-store.js'
