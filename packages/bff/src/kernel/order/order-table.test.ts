import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { everySequence, nameOf, stepsOf, withPayment } from '../../test-support/order-steps.js'
import { checkOrders, checkRaces } from '../../test-support/order-table.js'
import { soakSize } from '../../test-support/soak.js'

describe('the events and readings of an order, in every sequence of signing, charging and paying', () => {
  it('are as promised on the memory store, at two BFFs', async () => {
    const sequences = everySequence(soakSize(5, 7))
    expect(sequences.map(nameOf).join('; ')).toContain('sign small, charge small, sign large, pay small')
    const store = memoryStore()
    await checkOrders(sequences, [store, store])
  })

  it.each([
    [
      'both are paid, the right one last',
      'sign small, charge small, sign large, charge large, pay small, pay large',
    ],
    [
      'both are paid, the right one first',
      'sign small, charge small, sign large, charge large, pay large, pay small',
    ],
    [
      'what was paid too early is signed again and paid again',
      'sign small, charge small, sign large, pay small, sign small, charge small, pay small, charge small',
    ],
    [
      'the same is paid three times while it does not match',
      'sign small, charge small, sign large, pay small, sign small, charge small, sign large, pay small, sign small, charge small, sign large, pay small, charge large, pay large',
    ],
    [
      'a paid order is signed again',
      'sign small, charge small, pay small, sign large, charge large, sign small, charge small',
    ],
  ])('are as promised when %s', async (_, steps) => {
    const store = memoryStore()
    await checkOrders([stepsOf(steps)], [store, store])
  })

  it('are as promised on SQLite, at two BFFs with the same file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'leyden-orders-'))
    const stores = [1, 2].map(() => sqliteStore({ path: join(directory, 'orders.db') }))
    onTestFinished(async () => {
      for (const store of stores) await store.close()
      rmSync(directory, { recursive: true, force: true })
    })
    await checkOrders(withPayment(everySequence(5)), stores)
    await checkRaces(stores, 12)
  })
})
