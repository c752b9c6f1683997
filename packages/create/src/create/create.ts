import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { LOCKS } from 'package-manager-detector'
import { applyPlan, orPutBack } from '../plan/apply-plan.js'
import { makePlan } from '../plan/make-plan.js'
import type { Plan } from '../plan/plan.js'
import { showPlan } from '../plan/show-plan.js'
import { run } from '../run.js'
import { findTarballs } from '../tarballs.js'
import { UserError } from '../user-error.js'
import { detectApp, type Framework } from './detect-app.js'
import { generatorArgs } from './generate-app.js'
import { detectPackageManager, type PackageManager } from './package-manager.js'
import { nameProblem, type Questions } from './questions.js'
import { hasWitness, type Witness, witnessLines } from './witness.js'

/** Options of {@link create}. */
export interface CreateOptions {
  /** The folder in which the command runs. */
  cwd: string
  /** The folder of a new or an existing app. @default the current one, or asked for if that has no app */
  folder?: string | undefined
  /** The framework of a new app. @default asked for */
  framework?: Framework | undefined
  /** Who sees that a payment has arrived. @default asked for, unless the app has such settings */
  witness?: Witness | undefined
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
  const { cwd, questions, print } = options
  const isHere = existsSync(join(cwd, 'package.json'))
  const root = resolve(cwd, options.folder ?? (isHere ? '.' : await questions.folder()))
  const isNew = !existsSync(join(root, 'package.json'))
  if (isNew) checkPlace(root)
  const framework = isNew ? (options.framework ?? (await questions.framework())) : undefined
  // An app that is refused is refused at once.
  const existing = isNew ? undefined : await detectApp(root)
  const tarballs = await findTarballs(options.packages)
  // A new app is made in a temporary folder, and moved to its place after confirmation.
  const workshop = isNew ? mkdtempSync(join(tmpdir(), 'create-leyden-')) : root
  try {
    const draft = framework ? await generateApp(framework, root, workshop, options) : root
    const app = existing ?? (await detectApp(draft, await detectPackageManager(dirname(root))))
    const chosen = hasWitness(draft) ? undefined : (options.witness ?? (await questions.witness()))
    const plan = makePlan(app, tarballs, chosen)
    if (plan.byHand.length + plan.changes.length > 0) print(showPlan(plan))
    if (plan.changes.length === 0) print('There is nothing to change.')
    else if (!(await questions.agree())) {
      print('Nothing was changed.')
      return 1
    }
    const { manager } = app
    const install = () => installInto(root, plan, manager, options)
    let isInstalled: boolean
    if (isNew) {
      applyPlan(draft, plan.changes)
      cpSync(draft, root, { recursive: true })
      isInstalled = await install()
    } else {
      const changing = [...plan.changes.map(({ path }) => path), ...Object.keys(LOCKS)]
      isInstalled = await orPutBack(root, changing, () => {
        applyPlan(root, plan.changes)
        return install()
      })
    }
    printSteps(relative(cwd, root), manager, isInstalled, print)
    if (chosen !== undefined) print(`\n${witnessLines(chosen).join('\n')}`)
    return 0
  } finally {
    if (isNew) rmSync(workshop, { recursive: true, force: true })
  }
}

/** @throws UserError if there is no place for a new app */
function checkPlace(root: string): void {
  if (existsSync(root) && readdirSync(root).length > 0)
    throw new UserError(`${root} has files but no package.json: choose an empty folder or that of an app.`)
  const problem = nameProblem(basename(root))
  if (problem) throw new UserError(`"${basename(root)}" cannot be the name of a package. ${problem}`)
}

/** Makes a new app with the framework's own generator, without its packages. Resolves to its folder. */
async function generateApp(
  framework: Framework,
  root: string,
  workshop: string,
  { print }: CreateOptions,
): Promise<string> {
  const manager = await detectPackageManager(dirname(root))
  const args = generatorArgs(framework, basename(root), manager)
  print(`npm ${args.join(' ')}\nmakes the app in ${root}, and these are added to it:\n`)
  await run(workshop, 'npm', ['--yes', ...args])
  return join(workshop, basename(root))
}

/** Installs the packages, unless they are there or nobody wants it. Resolves to whether they are. */
async function installInto(
  root: string,
  plan: Plan,
  manager: PackageManager,
  { install, print }: CreateOptions,
): Promise<boolean> {
  const isInstalled =
    existsSync(join(root, 'node_modules/@leyden/sandbox')) &&
    !plan.changes.some(({ path }) => path === 'package.json')
  if (isInstalled || !install) return isInstalled
  print(`\n${manager} install …`)
  const quietly = manager === 'npm' ? ['--no-audit', '--no-fund', '--loglevel=error'] : []
  await run(root, manager, ['install', ...quietly])
  return true
}

/** What the person does next. */
function printSteps(
  path: string,
  manager: PackageManager,
  isInstalled: boolean,
  print: CreateOptions['print'],
) {
  const steps = [
    ...(path === '' ? [] : [`cd ${path}`]),
    ...(isInstalled ? [] : [`${manager} install`]),
    `${manager} run dev`,
  ]
  print(`\nNow run:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n`)
  print(
    'Open the address that it prints, and pay the invoice in the sandbox’s wallet: the page says “Paid 2,100 sats”.',
  )
  print(`The same with the built app, as in production: ${manager} run start:sandbox`)
}
