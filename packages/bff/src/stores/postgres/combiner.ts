interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Lets the writers of one row in this process wait for each other in memory, and writes those that wait together. At
 * once, each would wait for the row's lock with a connection of the pool, and everybody else for a connection.
 *
 * @param write writes items of one row: all or none. Returns a result for each, in their order.
 * @param most how many items may be written together.
 * @returns a function that writes an item of a row.
 */
export function createCombiner<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
) {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  async function drain(row: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const some = queue.splice(0, most)
      try {
        await writeTogether(some)
      } catch (error) {
        // Without a connection the others would only wait for the same failure.
        for (const { reject } of [...some, ...queue.splice(0)]) reject(error)
      }
    }
    queues.delete(row)
  }

  /** @throws any error that is not about the items. */
  async function writeTogether(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(some.map(({ item }) => item))
      for (const [index, result] of results.entries()) some[index]?.resolve(result)
    } catch (error) {
      if ((error as { severity?: unknown }).severity !== 'ERROR') throw error
      // An item that the database refuses must not fail the others.
      if (some.length === 1) some[0]?.reject(error)
      else for (const each of some) await writeTogether([each])
    }
  }

  return (row: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(row) ?? []
      queue.push({ item, resolve, reject })
      if (queues.has(row)) return
      queues.set(row, queue)
      void drain(row, queue)
    })
}
