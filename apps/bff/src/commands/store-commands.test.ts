import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@leyden/bff/sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import { runCommand } from './commands.js'

const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => vi.clearAllMocks())

it('backs the store up, checks it and restores it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leyden-commands-'))
  const env = { LEYDEN_DATA_DIR: dataDir }
  const run = async (...args: string[]) => {
    vi.clearAllMocks()
    expect(await runCommand(args, env)).toBe(0)
    return stdout.mock.calls.join('')
  }
  const store = sqliteStore({ path: join(dataDir, 'leyden.db') })
  await store.get([])
  await store.close()
  const backup = join(dataDir, 'backup.db')
  expect(await run('backup', backup)).toContain(`Copied to ${backup}: schema`)
  expect(await run('restore', backup)).toMatch(
    /Restored to .*leyden\.db: .* The previous file is now .*leyden\.db\.\d{17}/,
  )
  expect(await run('check-store')).toMatch(/leyden\.db is sound: schema \d+, 0 charges, 0 events/)
  expect(await run('check-store', backup)).toContain('backup.db is sound')
})

it.each([
  [['backup'], {}, 'Usage: leyden-bff backup <file>'],
  [['restore'], {}, 'Usage: leyden-bff restore <file>'],
  [['migrate'], {}, 'DATABASE_URL is not set.'],
  [['backup', 'x'], { LEYDEN_DATA_DIR: '/nowhere' }, 'There is no file /nowhere/leyden.db.'],
  [['backup', 'x'], { DATABASE_URL: 'postgres://h/d' }, 'use pg_dump'],
])('prints its usage: %s', async (args, env, message) => {
  expect(await runCommand(args, env)).toBe(1)
  expect(stderr.mock.calls.join('')).toContain(message)
})
