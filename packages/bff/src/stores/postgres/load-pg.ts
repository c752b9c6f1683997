import { loadOptional } from '../../kernel/foundation/optional-package.js'

/** @throws Error with the command to install it: `pg` is an optional peer dependency, loaded on first use. */
export function loadPg() {
  return loadOptional('postgresStore()', 'pg', () => import('pg'))
}
