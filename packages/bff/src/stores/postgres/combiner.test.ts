import { expect, it } from 'vitest'
import { createCombiner } from './combiner.js'

function recorded(most: number, refuse: (items: readonly string[]) => Error | undefined = () => undefined) {
  const writes: string[] = []
  const write = createCombiner(async (items: readonly string[]) => {
    writes.push(items.join(' '))
    await new Promise((resolve) => setTimeout(resolve, 1))
    const error = refuse(items)
    if (error) throw error
    return items.map((item) => `${item} written`)
  }, most)
  const outcomes = async (...items: string[]) =>
    (await Promise.allSettled(items.map((item) => write('row', item)))).map((settled) =>
      settled.status === 'fulfilled' ? settled.value : settled.reason.message,
    )
  return { write, writes, outcomes }
}
const refused = () => Object.assign(new Error('refused'), { severity: 'ERROR' })

it('writes together what waits for the same row, in its order', async () => {
  const { write, writes, outcomes } = recorded(2)
  const other = write('another row', 'x')
  expect(await outcomes('a', 'b', 'c', 'd')).toEqual(['a written', 'b written', 'c written', 'd written'])
  expect(await other).toBe('x written')
  expect(writes).toEqual(['x', 'a', 'b c', 'd'])
})

it('lets an item that the database refuses fail alone', async () => {
  const { writes, outcomes } = recorded(3, (items) => (items.includes('c') ? refused() : undefined))
  expect(await outcomes('a', 'b', 'c', 'd', 'e')).toEqual([
    'a written',
    'b written',
    'refused',
    'd written',
    'e written',
  ])
  expect(writes).toEqual(['a', 'b c d', 'b', 'c', 'd', 'e'])
})

it('lets nobody wait for a database that does not answer', async () => {
  const { writes, outcomes } = recorded(1, () => (writes.length === 1 ? new Error('timeout') : undefined))
  expect(await outcomes('a', 'b', 'c')).toEqual(['timeout', 'timeout', 'timeout'])
  expect(await outcomes('d')).toEqual(['d written'])
  expect(writes).toEqual(['a', 'd'])
})
