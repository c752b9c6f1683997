export { migratePostgres, type PostgresStoreOptions, postgresStore } from './postgres/postgres-store.js'
