import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openShop } from './test-support/shop.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

describe('the README', () => {
  it('has every option of createBff in its table, and no other', () => {
    const [, body = ''] = /interface BffOptions \{([\s\S]*?)\n\}/.exec(read('kernel/bff-options.ts')) ?? []
    const options = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1])
    const [, table = ''] =
      /## Options\n([\s\S]*?)\n\n[^|]/.exec(readme.replace('## Options\n\n', '## Options\n')) ?? []
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(rows).toEqual(options)
  })

  it('names the admin routes', async () => {
    const { bff, url } = openShop()
    const document = (await (await bff.fetch(new Request(url('openapi.json')))).json()) as { paths: object }
    const admin = Object.keys(document.paths).filter((path) => path.startsWith('/admin'))
    expect(admin).not.toHaveLength(0)
    for (const path of admin) expect(readme).toContain(path.replace('{id}', ':id'))
  })
})
