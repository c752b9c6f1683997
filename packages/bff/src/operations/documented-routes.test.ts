import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openShop } from '../test-support/shop.js'

it('the page for operators names the admin routes', async () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const { bff, url } = openShop()
  const document = (await (await bff.fetch(new Request(url('openapi.json')))).json()) as { paths: object }
  const admin = Object.keys(document.paths).filter((path) => path.startsWith('/admin'))
  expect(admin).not.toHaveLength(0)
  for (const path of admin) expect(page).toContain(path.replace('{id}', ':id'))
})
