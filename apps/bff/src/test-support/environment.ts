import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const API_KEY = 'canary-key-9f2b'
export const SECRET = 'canary-secret-of-more-than-32-characters'
export const ADMIN_TOKEN = 'canary-admin-token-of-more-than-32-characters'
export const JWT_SECRET = 'canary-jwt-secret-of-more-than-32-characters'

/** The minimum environment for a start, with a free port and a new directory. */
export function environment(baseUrl: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    LEYDEN_API_KEY: API_KEY,
    LEYDEN_BASE_URL: baseUrl,
    LEYDEN_PUBLIC_URL: 'http://localhost/leyden',
    LEYDEN_SECRET: SECRET,
    LEYDEN_ADMIN_TOKEN: ADMIN_TOKEN,
    LEYDEN_NETWORK: 'regtest',
    LEYDEN_DATA_DIR: mkdtempSync(join(tmpdir(), 'leyden-bff-')),
    ...extra,
  }
}
