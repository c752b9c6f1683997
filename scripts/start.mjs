// `npm start`: sandbox, BFF, demo and game, in the foreground until Ctrl-C.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNode, tool } from './child.mjs'
import { buildDemo } from './demo-build.mjs'
import { buildEmbed } from './embed-build.mjs'
import { installIfNeeded } from './pnpm.mjs'
import { planServices, variableOf } from './services.mjs'
import { supervise, takenPort } from './supervise.mjs'

const dataDir = join(root, '.leyden')

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function start() {
  const plan = planServices({ env: process.env, root, dataDir, secrets: localSecrets() })
  const taken = await takenPort(plan.services.flatMap(({ ports }) => ports))
  if (taken) {
    throw new Error(
      `Port ${taken} is taken: end what listens there, or set ${variableOf(taken, process.env)} to another port.`,
    )
  }
  await installIfNeeded()
  console.log('Building …')
  const projects = ['apps/bff', 'apps/demo', 'apps/game', 'packages/create/tsconfig.build.json']
  if ((await runNode([tool('typescript', 'tsc'), '-b', ...projects])) !== 0)
    throw new Error('The build failed; the lines above say why.')
  if ((await buildEmbed()) !== 0) throw new Error('The game could not be built; the lines above say why.')
  if ((await buildDemo()) !== 0) throw new Error('The demo page could not be built; the lines above say why.')

  const running = await supervise(plan.services, {
    onEnd: (line) => {
      console.error(line)
      process.exit(1)
    },
  })
  const end = async () => {
    await running.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, end)
  }
  endWithNpm(end)
  announce(plan)
}

/** npm that is told to end ends its shell, and the shell tells nobody: we notice that our parent is another. */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 1_000).unref()
}

/**
 * Made at the first start and kept beside the data that they sign for, so that a page which was open during a
 * restart can go on.
 */
function localSecrets() {
  const path = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const secret = () => randomBytes(32).toString('base64url')
    const secrets = { bff: secret(), admin: secret(), jwt: secret() }
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    return secrets
  }
}

/** What there is to do on the other phone: without a key the BFF needs nobody to tell it of a payment. */
function phoneHints() {
  if (process.env.LEYDEN_PROVIDER !== 'lnurl')
    return ['Pay from another phone, with a shop that hears of it and one that does not.']
  return [
    'Pay from another phone: the BFF hears of it from the recipient’s provider, or sooner from the shop’s server.',
    'Choose “The shop’s server hears nothing”: those invoices come from the sandbox’s service, which tells nobody.',
  ]
}

function announce({ pages, notices, isReal }) {
  const things = isReal
    ? ['Type a Lightning Address, choose an amount and pay the invoice with your wallet.']
    : [
        'Tip a creator: choose an amount, show the invoice, pay with the wallet in the browser.',
        ...phoneHints(),
        'Tip “Someone else”: type alice@wallet.example, bob@mail.example or wrongamount@wallet.example.',
        'Buy bitcoin, as a guest or signed in. No money moves anywhere.',
        'Play the game, in fullscreen too, and tip its author from the wallet in the browser.',
      ]
  console.log(
    [
      '',
      'Ready.',
      ...pages.map(({ label, url }) => `  ${label.padEnd(8)} ${url}`),
      '',
      `Open ${pages[0].url} and try:`,
      ...things.map((thing) => `  · ${thing}`),
      ...notices.flatMap((notice) => ['', notice]),
      '',
      'Ctrl-C ends everything.',
    ].join('\n'),
  )
}
