import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfiguration } from './configuration/configuration.js'
import { openStore } from './open-store.js'
import { environment } from './test-support/environment.js'

const log = { info() {}, warn() {}, error() {} }

describe('the data directory', () => {
  it('is created if it does not exist, with access for the program only', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'leyden-data-')), 'a', 'b')
    const { settings } = readConfiguration(
      environment('https://service.example', { LEYDEN_DATA_DIR: dataDir }),
    )
    const store = await openStore(settings, log)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    expect(statSync(join(dataDir, 'leyden.db')).size).toBeGreaterThan(0)
    await store.close()
  })

  it.each([
    ['is a file', (dataDir: string) => writeFileSync(dataDir, '')],
    [
      'has another file in place of the database',
      (dataDir: string) => {
        mkdirSync(join(dataDir, 'leyden.db'), { recursive: true })
      },
    ],
  ])('is named by its variable if it %s', async (_, spoil) => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'leyden-data-')), 'data')
    spoil(dataDir)
    const { settings } = readConfiguration(
      environment('https://service.example', { LEYDEN_DATA_DIR: dataDir }),
    )
    await expect(openStore(settings, log)).rejects.toThrow(/^LEYDEN_DATA_DIR cannot be used: .+$/)
  })
})
