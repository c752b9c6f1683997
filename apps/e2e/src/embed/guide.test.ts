import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { allTakenFrom } from '../harness/taken.js'
import { embedShop } from './embed-shop.js'

const packageFolder = join(import.meta.dirname, '../..')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const guide = readFileSync(join(packageFolder, '../../docs/embed.md'), 'utf8')
const codeBlocks = (language: string) =>
  allTakenFrom(guide, new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
const pages = codeBlocks('html')

const shop = await embedShop()
const browser = await sharedBrowser()

describe('the guide of the embed', () => {
  it.each(pages.map((html, index) => [index + 1, html] as const))('runs: page %i', async (number, html) => {
    const body = html
      .replaceAll('https://shop.example/leyden/embed/v1', '')
      .replaceAll('https://shop.example/leyden', shop.bffUrl)
    const { page, problems, close } = await openPage(
      browser,
      shop.serve(`/guide-${number}`, `<!doctype html><meta charset="utf-8"><title>Guide</title>${body}`),
    )
    const button = page.getByRole('button', { name: 'Tip the author' })
    if (html.includes('Tip the author')) await button.click()
    const widget = page.getByText('alice@wallet.example').first()
    await widget.waitFor()
    if (html.includes('<ramp-widget')) await page.getByText('Continue to provider').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('compiles against the published types', () => {
    // The folder is inside this package, so that the compiler resolves this package's dependencies.
    mkdirSync(join(packageFolder, 'node_modules'), { recursive: true })
    const folder = mkdtempSync(join(packageFolder, 'node_modules/.guide-'))
    const code = codeBlocks('ts')
    expect(code.length).toBeGreaterThan(2)
    code.forEach((text, index) => {
      writeFileSync(join(folder, `block-${index}.ts`), text)
    })
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../../tsconfig.base.json',
        compilerOptions: {
          lib: ['ES2022', 'DOM', 'DOM.Iterable'],
          types: ['node'],
          // Users compile against the bundled types.
          customConditions: [],
          noEmit: true,
          composite: false,
          declaration: false,
          declarationMap: false,
        },
        include: ['*'],
      }),
    )
    const compilerOutput = () => {
      try {
        return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    expect(compilerOutput()).toBe('')
    rmSync(folder, { recursive: true })
  })
})
