import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { checkLines } from '../report/check-lines.js'
import { UserError } from '../user-error.js'
import type { Checks } from './check.js'
import { checkBff } from './check-bff.js'
import { checkReact } from './check-react.js'
import { checkSource } from './check-source.js'

/** Options of {@link doctor}. */
export interface DoctorOptions {
  /** The folder of the app. */
  root: string
  /** The URL of the page with the widget. @default that of the BFF */
  page?: string | undefined
  /** Whether to print JSON instead of lines. */
  json: boolean
  /** Prints a line for the person. */
  print(text: string): void
}

/** Finds out why an app gets no payments, prints each problem with its fix, and resolves to the exit code. */
export async function doctor({ root, page, json, print }: DoctorOptions): Promise<number> {
  if (!existsSync(join(root, 'package.json')))
    throw new UserError(`${root} has no package.json: run this in the folder of an app.`)
  if (page !== undefined && !URL.canParse(page))
    throw new UserError('--page is an address such as http://localhost:5173/tip.')
  const results: Checks = {
    ...(await checkBff(publicUrlOf(root), page)),
    ...checkSource(root),
    react: await checkReact(root),
  }
  const checks = Object.entries(results).map(([name, result]) => ({ name, ...result }))
  const ok = checks.every(({ status }) => status !== 'problem')
  print(json ? JSON.stringify({ ok, checks }, null, 2) : checkLines(checks).join('\n'))
  return ok ? 0 : 1
}

/** Read like the app itself reads it. */
function publicUrlOf(root: string): string | undefined {
  const files = ['.env.local', '.env'].map((name) => join(root, name)).filter((file) => existsSync(file))
  const values = [process.env, ...files.map((file) => parseEnv(readFileSync(file, 'utf8')))]
  return values
    .map(({ LEYDEN_PUBLIC_URL }) => LEYDEN_PUBLIC_URL)
    .find(Boolean)
    ?.replace(/\/+$/, '')
}
