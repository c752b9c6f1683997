import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OPTIONS } from './kernel/check-options.js'
import { openShop } from './test-support/shop.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('the README', () => {
  it('has every option of createBff in its table, and no other', () => {
    const [, table = ''] =
      /## Options\n([\s\S]*?)\n\n[^|]/.exec(readme.replace('## Options\n\n', '## Options\n')) ?? []
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(rows.sort()).toEqual(Object.keys(OPTIONS).sort())
  })

  it('names the admin routes', async () => {
    const { bff, url } = openShop()
    const document = (await (await bff.fetch(new Request(url('openapi.json')))).json()) as { paths: object }
    const admin = Object.keys(document.paths).filter((path) => path.startsWith('/admin'))
    expect(admin).not.toHaveLength(0)
    for (const path of admin) expect(readme).toContain(path.replace('{id}', ':id'))
  })
})
