/** One version of a store's schema. An entry never changes once it is released. */
export interface Migration {
  /** The number of the version. No two versions have the same. */
  schema: number
  /** The SQL that leads to it from the version before, or from an empty database. */
  sql: string
}

/** The newest version of a schema. */
export function newestSchema(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.schema ?? 0
}

/**
 * The SQL that a database lacks.
 *
 * @param schema the version that the database has; 0 if it is empty.
 * @param name what the message calls the database.
 * @throws Error for a database of another version of the program.
 */
export function missingMigrations(migrations: readonly Migration[], schema: number, name: string): string[] {
  const known = migrations.findIndex((migration) => migration.schema === schema)
  if (schema !== 0 && known === -1)
    throw new Error(
      `${name} has schema ${schema} of another version of Leyden; this version has schema ${newestSchema(migrations)}. Use the version that wrote it, or move it away to begin with an empty one.`,
    )
  return migrations.slice(known + 1).map(({ sql }) => sql)
}
