import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Stories = Record<string, { play?: unknown } | undefined>

const files = ['address', 'pay'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.stories.tsx'))
    .map((file) => join(import.meta.dirname, folder, file)),
)

it.each(files)('each story has assertions and is not only rendered: %s', async (file) => {
  const { default: meta, ...stories }: Stories = await import(file)
  expect(Object.keys(stories)).not.toEqual([])
  for (const [name, story] of Object.entries(stories))
    expect(`${name}: ${typeof (story?.play ?? meta?.play)}`).toBe(`${name}: function`)
})

it('the stories are found', () => {
  expect(files.length).toBeGreaterThanOrEqual(6)
})
