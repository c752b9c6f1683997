// `npm start` runs sandbox, BFF, demo and game in one process, until Ctrl-C. With `--built` it does not build again;
// with `--dev` they run from source, without the pages, which Vite serves (dev.mjs).
import './node-version.mjs'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { build } from './build.mjs'
import { installIfNeeded } from './pnpm.mjs'
import { endWithNpm, root } from './run.mjs'
import { planServices } from './services.mjs'

const STOP_TIMEOUT_MS = 15_000
const isDev = process.argv.includes('--dev')
const dataDir = join(root, '.leyden')

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function start() {
  const plan = planServices({ env: process.env, dataDir, secrets: localSecrets(), isDev })
  if (!isDev) {
    await refuseTakenPorts(plan)
    await installIfNeeded()
    if (!process.argv.includes('--built')) {
      console.log('Building …')
      await build()
    }
  }
  const [{ startSandbox }, { startProgram }, { startDemo }, { startGame }, { prettyFactory }] =
    await Promise.all([
      import('@leyden/sandbox/node'),
      import('@leyden/app-bff'),
      import('@leyden/app-demo'),
      import('@leyden/app-game'),
      import('pino-pretty'),
    ])
  const ignore = 'time,pid,hostname,name,requestId'
  const line = prettyFactory({ singleLine: true, colorize: false, ignore })
  const log = (name, text) => console.log(`${name.padEnd(7)} │ ${text.trimEnd()}`)
  const running = []
  if (plan.sandbox)
    running.push(
      await startSandbox({
        ...plan.sandbox,
        onDelivery: ({ type, sessionId, status }) =>
          log('sandbox', `webhook ${type} of ${sessionId}: ${status}`),
      }),
    )
  running.push(await startProgram({ ...process.env, ...plan.bff }, { log: (json) => log('bff', line(json)) }))
  running.push(await startDemo(plan.demo))
  if (plan.game) running.push(await startGame(plan.game))
  const book = await serveStorybook()
  if (book) running.push(book)

  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      console.error(`Not everything has stopped within ${STOP_TIMEOUT_MS / 1_000} s.`)
      process.exit(1)
    }, STOP_TIMEOUT_MS).unref()
    Promise.all(running.map((each) => each.close())).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  endWithNpm(end)
  if (book) plan.pages.push(['storybook', book.resolvedUrls.local[0]])
  announce(plan)
}

/**
 * Serves the result of `npm run storybook:build`, if there is one, on the next free port, because nothing depends on
 * its URL.
 */
async function serveStorybook() {
  const folder = join(root, 'storybook-static')
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const { preview } = await import('vite')
  return preview({
    configFile: false,
    root: folder,
    appType: 'mpa',
    build: { outDir: '.' },
    preview: { host: '127.0.0.1', port: Number(process.env.LEYDEN_STORYBOOK_PORT || 6006) },
    logLevel: 'error',
  })
}

/** Throws an error of one line about the first port that is in use, or about another `npm start`. */
async function refuseTakenPorts({ ports, pages }) {
  const taken = []
  for (const [name, port] of Object.entries(ports)) {
    const isFree = await new Promise((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
    })
    if (!isFree) taken.push([name, port])
  }
  if (taken.length === 0) return
  const [[name, port]] = taken
  if (taken.length > 1 && taken.length === Object.keys(ports).length)
    throw new Error(
      `This is already running: open ${pages[0][1]}, or stop it with Ctrl-C first. For a second one set ${taken.map(([each]) => each).join(', ')} to other ports.`,
    )
  throw new Error(
    `Port ${port} is in use: stop the program that listens there, or set ${name} to another port.`,
  )
}

/**
 * Secrets are made at the first start and stored beside the data, so that a page that was open during a restart can
 * continue.
 */
function localSecrets() {
  const path = join(dataDir, 'secrets.json')
  const secret = () => randomBytes(32).toString('base64url')
  const fresh = { bff: secret(), admin: secret(), jwt: secret(), events: secret() }
  const secrets = { ...fresh, ...storedSecrets(path) }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

/** The stored secrets; none if the file does not exist or is damaged. */
function storedSecrets(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function announce({ pages, notices, isReal }) {
  const things = isReal
    ? ['Type a Lightning Address, choose an amount and pay the invoice with your wallet.']
    : [
        'Tip a creator: choose an amount, press “Pay”, and pay with the wallet in the browser.',
        'Pay from another phone, with a shop whose server is told about it and one that is not.',
        'Tip “Someone else”: type alice@wallet.example, bob@mail.example or wrongamount@wallet.example.',
        'Buy bitcoin, as a guest or signed in. No money moves anywhere.',
        'Order a print for dollars: the server signs it, and delivers it when it is paid.',
        'Browse the components: npm run storybook, or npm run storybook:build before the start.',
        'Play the game, in fullscreen too, and tip its author from the wallet in the browser.',
      ]
  console.log(
    [
      '',
      isDev ? 'The servers are running.' : 'Ready.',
      ...pages.map(([label, url]) => `  ${label.padEnd(9)} ${url}`),
      '',
      `Open ${pages[0][1]} and try:`,
      ...things.map((thing) => `  · ${thing}`),
      ...notices.flatMap((notice) => ['', notice]),
      '',
      'Ctrl-C ends everything.',
    ].join('\n'),
  )
}
