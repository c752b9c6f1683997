/** One version of a store's schema. An entry never changes once it is released. */
export interface Migration {
  up: string
  /** Migrates back to the previous version, for its program. Data that only this version stores may be lost. */
  down?: string | undefined
}

/**
 * The SQL that leads from one version of a schema to another, step by step.
 *
 * @throws Error for an unknown version, and for a schema of a newer program.
 */
export function migrationSteps(migrations: readonly Migration[], from: number, to: number): string[] {
  const newest = migrations.length
  if (!Number.isInteger(to) || to < 1 || to > newest)
    throw new Error(`Schema version ${to} does not exist. This program knows versions 1 to ${newest}.`)
  if (from > newest)
    throw new Error(
      `The database has schema version ${from}, which is newer than this program's ${newest}. Run a newer version of the program.`,
    )
  const ups = migrations.slice(from, to).map(({ up }) => up)
  const downs = migrations.slice(to, from).map(({ down = '' }) => down)
  return [...ups, ...downs.reverse()]
}
