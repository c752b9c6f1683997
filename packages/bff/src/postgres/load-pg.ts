import { loadOptional } from '../optional-package.js'

/** @throws Error that says what to install: `pg` is an optional peer dependency, loaded on first use. */
export function loadPg() {
  return loadOptional('postgresStore()', 'pg', () => import('pg'))
}
