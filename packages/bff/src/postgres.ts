export { type PostgresStoreOptions, postgresStore } from './postgres/postgres-store.js'
