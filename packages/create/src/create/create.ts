import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { applyPlan } from '../plan/apply-plan.js'
import { makePlan } from '../plan/make-plan.js'
import type { Plan } from '../plan/plan.js'
import { showPlan } from '../plan/show-plan.js'
import { run } from '../run.js'
import { findTarballs, type Tarball } from '../tarballs.js'
import { UserError } from '../user-error.js'
import { detectApp, type Framework } from './detect-app.js'
import { generatorArgs } from './generate-app.js'
import { detectPackageManager, type PackageManager } from './package-manager.js'
import { nameProblem, type Questions } from './questions.js'

/** Options of {@link create}. */
export interface CreateOptions {
  /** The folder in which the command runs. */
  cwd: string
  /** The folder of a new or an existing app. @default the current one, or asked for if that has no app */
  folder?: string | undefined
  /** The framework of a new app. @default asked for */
  framework?: Framework | undefined
  /** The folder of tarballs. @default packed from the repository */
  packages?: string | undefined
  /** Whether to install the packages at the end. */
  install: boolean
  /** Asks for what the command line does not specify. */
  questions: Questions
  /** Prints a line for the person. */
  print(text: string): void
}

/** Creates an app that takes payments, or adds them to an existing one. Resolves to the exit code. */
export async function create(options: CreateOptions): Promise<number> {
  const { cwd, questions } = options
  const isApp = existsSync(join(cwd, 'package.json'))
  const folder = options.folder ?? (isApp ? '.' : await questions.folder())
  const root = resolve(cwd, folder)
  if (existsSync(join(root, 'package.json')))
    return addTo(root, await findTarballs(options.packages), options)
  if (existsSync(root) && readdirSync(root).length > 0)
    throw new UserError(`${root} has files but no package.json: choose an empty folder or that of an app.`)
  const problem = nameProblem(basename(root))
  if (problem) throw new UserError(`"${basename(root)}" cannot be the name of a package. ${problem}`)
  return makeNew(root, options)
}

async function addTo(root: string, tarballs: readonly Tarball[], options: CreateOptions): Promise<number> {
  const app = await detectApp(root)
  const plan = makePlan(app, tarballs)
  if (plan.byHand.length + plan.changes.length > 0) options.print(showPlan(plan))
  if (plan.changes.length === 0) options.print('There is nothing to change.')
  else if (!(await options.questions.agree())) return cancelled(options)
  applyPlan(root, plan.changes)
  return finish(root, plan, app.manager, options)
}

/** Creates the app in a temporary folder, and moves it to its place after confirmation. */
async function makeNew(root: string, options: CreateOptions): Promise<number> {
  const framework = options.framework ?? (await options.questions.framework())
  const tarballs = await findTarballs(options.packages)
  const workshop = mkdtempSync(join(tmpdir(), 'create-leyden-'))
  let plan: Plan
  const manager = await detectPackageManager(dirname(root))
  try {
    const name = basename(root)
    const args = generatorArgs(framework, name, manager)
    options.print(`npm ${args.join(' ')}\nmakes the app in ${root}, and these are added to it:\n`)
    await run(workshop, 'npm', ['--yes', ...args])
    const draft = join(workshop, name)
    plan = makePlan(await detectApp(draft, manager), tarballs)
    options.print(showPlan(plan))
    if (!(await options.questions.agree())) return cancelled(options)
    applyPlan(draft, plan.changes)
    cpSync(draft, root, { recursive: true })
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return finish(root, plan, manager, options)
}

function cancelled({ print }: CreateOptions): number {
  print('Nothing was changed.')
  return 1
}

async function finish(
  root: string,
  plan: Plan,
  manager: PackageManager,
  { cwd, install, print }: CreateOptions,
): Promise<number> {
  let isInstalled =
    existsSync(join(root, 'node_modules/@leyden/sandbox')) &&
    !plan.changes.some(({ path }) => path === 'package.json')
  if (install && !isInstalled) {
    print(`\n${manager} install …`)
    const quietly = manager === 'npm' ? ['--no-audit', '--no-fund', '--loglevel=error'] : []
    await run(root, manager, ['install', ...quietly])
    isInstalled = true
  }
  const path = relative(cwd, root)
  const steps = [
    ...(path === '' ? [] : [`cd ${path}`]),
    ...(isInstalled ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ]
  print(`\nNow run:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n`)
  print(
    'Open the address that it prints, and pay the invoice in the sandbox’s wallet: the page says “Paid 2,100 sats”.',
  )
  return 0
}
