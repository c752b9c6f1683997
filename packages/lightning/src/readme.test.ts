import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode as gandlaf } from '@gandlaf21/bolt11-decode'
import bolt11 from 'bolt11'
import { decode as light } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { decodeInvoice } from './invoice/invoice.js'
import { decodeSignedInvoice } from './invoice/invoice-signature.js'
import { type Tag, testInvoice } from './test-support/invoice-encoder.js'
import invalid from './vectors/bolt11-invalid.json' with { type: 'json' }
import valid from './vectors/bolt11-valid.json' with { type: 'json' }

const home = join(import.meta.dirname, '..')
const readme = readFileSync(join(home, 'README.md'), 'utf8')
const guide = readFileSync(join(home, '../../docs/below-the-bff.md'), 'utf8')

/** The code block of a language; the README has one of each. */
function block(language: string): string {
  const [, after] = readme.split(`\`\`\`${language}\n`)
  if (after === undefined) throw new Error(`The README has no code block in ${language}.`)
  return after.slice(0, after.indexOf('```'))
}

type Reader = (invoice: string) => unknown
const READERS: Readonly<Record<string, Reader>> = {
  '`decodeInvoice`': decodeInvoice,
  '`decodeSignedInvoice`': decodeSignedInvoice,
  [peer('light-bolt11-decoder')]: light,
  [peer('bolt11')]: (invoice) => bolt11.decode(invoice),
  [peer('@gandlaf21/bolt11-decode')]: gandlaf,
}

/** Each row of the table, and the vectors that it covers. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'an unknown even feature bit': ['gen-even-feature-200', 'spec-same-but-adding-invalid-unknown-feature-100'],
  'no payment secret': ['gen-no-s', 'spec-missing-required-s-field'],
  'a payment hash of the wrong length': ['gen-p-53'],
  'two payment hashes': ['gen-dup-p'],
  'a second payment hash, secret, description hash and payee of wrong lengths': ['wrong-lengths'],
  'a letter that becomes ASCII when its case is folded': ['gen-kelvin'],
  'a description that is not UTF-8': ['gen-d-not-utf8'],
  'an expiry with leading zeros': ['gen-expiry-nonminimal'],
  'no room for a signature': ['spec-string-is-too-short'],
  'a recovery id over 3': ['gen-recid-4', 'gen-recid-255'],
  'a payee who did not sign it': ['gen-n-mismatch'],
  'a payee, and an amount changed after signing': ['gen-tampered-amount-n'],
}

function peer(name: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'))
  return `\`${name}\` ${version}`
}

const zeros = (letter: string, words: number): Tag => [letter, Array<number>(words).fill(0)]

/** The structure of the example of BOLT 11 whose title says that such fields must be ignored. */
const WRONG_LENGTHS = testInvoice({
  more: [
    ...['p', 'h', 's'].flatMap((letter) => [zeros(letter, 51), zeros(letter, 53)]),
    zeros('n', 52),
    zeros('n', 54),
  ],
})

function invoiceOf(id: string): string {
  if (id === 'wrong-lengths') return WRONG_LENGTHS
  const found = [...invalid.cases, ...valid.cases].find((vector) => vector.id === id)
  if (!found) throw new Error(`no vector is called ${id}`)
  return found.invoice
}

function verdictOf(read: Reader, ids: readonly string[]): string {
  const refused = ids.filter((id) => !accepts(read, invoiceOf(id)))
  if (refused.length === 0) return 'accepts'
  return refused.length === ids.length ? 'refuses' : 'refuses some'
}

function accepts(read: Reader, invoice: string): boolean {
  try {
    read(invoice)
    return true
  } catch {
    return false
  }
}

describe('the documentation', () => {
  it('states what each reader accepts and refuses', () => {
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const table = [
      row(['an invoice with', ...Object.keys(READERS)]),
      `|${'---|'.repeat(Object.keys(READERS).length + 1)}`,
      ...Object.entries(ROWS).map(([what, ids]) =>
        row([what, ...Object.values(READERS).map((read) => verdictOf(read, ids))]),
      ),
    ]
    const [, section = ''] = /## What the parsers refuse([\s\S]*?)\n## /u.exec(guide) ?? []
    expect(section.split('\n').filter((line) => line.startsWith('|'))).toEqual(table)
  })

  it.each(Object.entries(READERS))('states correctly what %s has in common with the others', (_, read) => {
    const examples = valid.cases.filter(({ id }) => id.startsWith('spec-'))
    expect(examples.filter(({ invoice }) => !accepts(read, invoice))).toEqual([])
    for (const id of [
      'gen-bech32m',
      'gen-truncated',
      'spec-malformed-bech32-string-mixed-case',
      'spec-invalid-sub-millisatoshi-precision',
    ])
      expect(accepts(read, invoiceOf(id)), id).toBe(false)
  })

  it('has code in the README that prints what the README says', () => {
    mkdirSync(join(home, '.cache'), { recursive: true })
    const folder = mkdtempSync(join(home, '.cache/readme-'))
    try {
      const file = join(folder, 'lines.mjs')
      writeFileSync(file, block('js'))
      expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(block('text'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
