export {
  migratePostgres,
  type PostgresStoreOptions,
  postgresStore,
} from './stores/postgres/postgres-store.js'
