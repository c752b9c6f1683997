import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { checkLines } from '../report/check-lines.js'
import { UserError } from '../user-error.js'
import type { Checks } from './check.js'
import { askBff, checkBff, TIMEOUT_MS } from './check-bff.js'
import { checkPayments } from './check-payments.js'
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
  /** An LNURL server on this machine to ask in place of those of the app's addresses. */
  server?: string | undefined
  /** How long a server may take to answer, in milliseconds. @default 60_000 */
  timeoutMs?: number | undefined
  /** Prints a line for the person. */
  print(text: string): void
}

/** Finds out why an app gets no payments, prints each problem with its fix, and resolves to the exit code. */
export async function doctor(options: DoctorOptions): Promise<number> {
  const { root, page, json, server, timeoutMs = TIMEOUT_MS, print } = options
  if (!existsSync(join(root, 'package.json')))
    throw new UserError(`${root} has no package.json: run this in the folder of an app.`)
  if (page !== undefined && !URL.canParse(page))
    throw new UserError('--page is an address such as http://localhost:5173/tip.')
  const setting = (name: string) => settingOf(root, name)
  const publicUrl = setting('LEYDEN_PUBLIC_URL')?.replace(/\/+$/, '')
  const ask = askBff(publicUrl, timeoutMs)
  const results: Checks = {
    ...(await checkBff(publicUrl, page, ask, timeoutMs)),
    ...checkSource(root),
    payments: await checkPayments({ root, setting, ask, localServer: server }),
    react: await checkReact(root),
  }
  const checks = Object.entries(results).map(([name, result]) => ({ name, ...result }))
  const ok = checks.every(({ status }) => status !== 'problem')
  print(json ? JSON.stringify({ ok, checks }, null, 2) : checkLines(checks).join('\n'))
  return ok ? 0 : 1
}

/** A setting, read like the app itself reads it. */
function settingOf(root: string, name: string): string | undefined {
  const files = ['.env.local', '.env'].map((file) => join(root, file)).filter((file) => existsSync(file))
  const values = [process.env, ...files.map((file) => parseEnv(readFileSync(file, 'utf8')))]
  return values.map((each) => each[name]).find(Boolean)
}
