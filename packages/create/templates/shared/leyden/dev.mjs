// `npm run dev`: the sandbox in place of the payment service, the BFF, and your dev server. No money moves.
// `npm run start:sandbox`: the same, with the app built and started as in production.
// With LEYDEN_BASE_URL in .env both use that service instead of the sandbox. If another program has the port in
// LEYDEN_PUBLIC_URL, all of them move to the next free one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { startSandbox } from '@leyden/sandbox/node'

// A port that is in use is reported in one line.
process.on('uncaughtException', ({ message }) => {
  console.error(message)
  process.exit(1)
})

for (const file of ['.env.local', '.env']) if (existsSync(file)) process.loadEnvFile(file)
const { env } = process
if (!env.LEYDEN_PUBLIC_URL)
  throw new Error('LEYDEN_PUBLIC_URL is missing in .env: http://localhost:<port of this app>/api/leyden')
const publicUrl = new URL(env.LEYDEN_PUBLIC_URL)
const isBuilt = process.argv[2] === '--built'

// The BFF refuses a page of another origin, so that the page, the BFF and the sandbox have to agree on one port. Behind
// a tunnel or proxy, the port in the URL is not that of this machine.
if (/^(localhost|127\.0\.0\.1)$/.test(publicUrl.hostname)) {
  const wanted = publicUrl.host
  publicUrl.port = String(await freePort(Number(publicUrl.port || 80), publicUrl.hostname))
  if (publicUrl.host !== wanted) {
    if (process.argv.some((argument) => /^(-p|--port)\b/.test(argument)))
      throw new Error(`${wanted} is in use, and your dev script names this port: change it, or leave it out.`)
    console.log(`${wanted} is in use, so this app runs at ${publicUrl.host}.`)
    env.LEYDEN_PUBLIC_URL = publicUrl.href
  }
}

/** The first port from this one on that nothing listens on. */
async function freePort(port, host) {
  const probe = connect(port, host)
  const isTaken = await once(probe, 'connect').then(
    () => true,
    () => false,
  )
  probe.destroy()
  return isTaken ? freePort(port + 1, host) : port
}

if (!env.LEYDEN_BASE_URL) {
  // The sandbox reports payments to the BFF, like the node or wallet of a real shop.
  const bff = { url: publicUrl.href, adminToken: env.LEYDEN_ADMIN_TOKEN }
  const { url, rampUrl } = await startSandbox({ port: 0, rampPort: 0, bff })
  const wallet = `${url}/sandbox/wallet`
  Object.assign(env, {
    LEYDEN_BASE_URL: url,
    LEYDEN_API_KEY: 'sandbox-key',
    LEYDEN_NETWORK: 'regtest',
    LEYDEN_RAMP_ORIGINS: rampUrl,
    // The sandbox reports each payment. Who does so once you are live is a setting in .env.
    LEYDEN_SETTLES: '1',
    LEYDEN_PROVIDER: 'service',
    LEYDEN_NWC_URL: '',
    LEYDEN_WALLET: wallet,
    VITE_LEYDEN_WALLET: wallet,
  })
  console.log(
    `\nOpen ${publicUrl.origin}/tip, press “Pay”, and pay the invoice in the sandbox’s wallet: ${wallet}\n`,
  )
}

const shell = process.platform === 'win32'
if (isBuilt) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell, env })
  if (status !== 0) process.exit(status ?? 1)
  env.PORT = publicUrl.port
}

// In Next.js the BFF is a route of the app. Otherwise this starts it, and it serves the built page too.
const server = new URL('server.mjs', import.meta.url)
const hasServer = existsSync(server)
if (hasServer) {
  // The proxy of your dev server reads this port too.
  if (!isBuilt) env.LEYDEN_BFF_PORT = String(await freePort(4000, '127.0.0.1'))
  await import(server.href)
}

if (!(isBuilt && hasServer)) {
  const [command, ...args] = isBuilt ? ['npm', 'run', 'start'] : process.argv.slice(2)
  const app = spawn(command, args, { stdio: 'inherit', shell, env: { ...env, PORT: publicUrl.port } })
  app.on('exit', (code) => process.exit(code ?? 1))
  // Ctrl-C reaches the app too, which ends first.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => app.kill())
}
