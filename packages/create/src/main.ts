import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { check } from './check/check.js'
import { create } from './create/create.js'
import type { Framework } from './create/detect-app.js'
import { Cancelled, questionsFor } from './create/questions.js'
import { isWitness, WITNESSES, type Witness } from './create/witness.js'
import { doctor } from './doctor/doctor.js'
import { readManifest } from './edit/package-json.js'
import { NOT_ON_NPM } from './tarballs.js'
import { UserError } from './user-error.js'
import { zipGame } from './zip/zip-game.js'

const HELP = `create-leyden: Lightning payments for a Vite or Next.js app. ${NOT_ON_NPM}

  create-leyden [folder]        makes an app, or adds to the one in this folder
    --template vite|next        what a new app is made with
    --packages <folder>         where the .tgz files of the packages are; a clone of the repository packs its own
    --no-install                leaves the installation to you
    --payments <who>            who sees payments: verified-first, nwc, settle or service
    --yes                       asks nothing

  create-leyden doctor          looks for what keeps an app from being paid
    --page <address>            of the page with the widget, where the BFF is on another origin
    --json                      for programs

  create-leyden check <address> asks a Lightning Address, and says whether a payment to it works
    --look-up-only              requests no invoice
    --network <name>            testnet, signet or regtest in place of mainnet
    --server <url>              requests a server on this machine in place of all hosts
    --json                      for programs

  create-leyden zip <folder>    packs a game's web build for itch.io
    --out <file>                <folder>.zip by default

  --help, --version`

const OWN_FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** Runs the command line and resolves to its exit code. */
export async function main(argv: string[]): Promise<number> {
  try {
    return await dispatch(argv)
  } catch (error) {
    if (error instanceof Cancelled) return print('Nothing was changed.', 1)
    if (!(error instanceof UserError) && !isArgumentError(error)) throw error
    console.error((error as Error).message)
    return 1
  }
}

async function dispatch(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      template: { type: 'string' },
      packages: { type: 'string' },
      payments: { type: 'string' },
      'no-install': { type: 'boolean', default: false },
      yes: { type: 'boolean', short: 'y', default: false },
      page: { type: 'string' },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      'look-up-only': { type: 'boolean', default: false },
      network: { type: 'string' },
      server: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', short: 'v', default: false },
    },
  })
  const [command, argument] = positionals
  if (values.help) return print(HELP)
  if (values.version) return print(String(readManifest(OWN_FOLDER).version))
  const cwd = process.cwd()
  if (command === 'doctor')
    return doctor({
      root: cwd,
      page: values.page,
      json: values.json,
      server: values.server,
      print: console.log,
    })
  if (command === 'check') {
    if (argument === undefined) throw new UserError('Which address? create-leyden check <address>')
    const { 'look-up-only': lookUpOnly, network, server, json } = values
    return check({ address: argument, lookUpOnly, network, server, json, print: console.log })
  }
  if (command === 'zip') {
    if (argument === undefined) throw new UserError('Which folder? create-leyden zip <folder>')
    return zipGame({ folder: argument, out: values.out, print: console.log })
  }
  return create({
    cwd,
    folder: command,
    framework: readFramework(values.template),
    packages: values.packages,
    witness: readWitness(values.payments),
    install: !values['no-install'],
    questions: questionsFor(values.yes),
    print: console.log,
  })
}

function readFramework(name: string | undefined): Framework | undefined {
  if (name === undefined || name === 'vite' || name === 'next') return name
  throw new UserError('--template is vite or next.')
}

function readWitness(name: string | undefined): Witness | undefined {
  if (name === undefined || isWitness(name)) return name
  throw new UserError(`--payments is ${Object.keys(WITNESSES).join(', ')}.`)
}

function print(text: string, code = 0): number {
  console.log(text)
  return code
}

/** The message of `parseArgs` for an unknown or incomplete option is clear enough. */
function isArgumentError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
}
