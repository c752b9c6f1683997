// What `npm start` starts: each program with its environment, worked out from ours and nothing else.
import { join } from 'node:path'

const DEFAULT_PORTS = {
  LEYDEN_SANDBOX_PORT: 4010,
  LEYDEN_RAMP_PORT: 4011,
  LEYDEN_LNURL_PORT: 4012,
  LEYDEN_BFF_PORT: 4000,
  LEYDEN_DEMO_PORT: 5173,
  LEYDEN_GAME_PORT: 5174,
}
const CHOICES = {
  LEYDEN_PROVIDER: ['service', 'lnurl'],
  LEYDEN_NETWORK: ['mainnet', 'testnet', 'signet', 'regtest'],
}
const JWT = {
  LEYDEN_JWT_ISSUER: 'leyden-demo',
  LEYDEN_JWT_AUDIENCE: 'leyden-bff',
  LEYDEN_JWT_ALGORITHMS: 'HS256',
}

/**
 * The programs to start, in order. `secrets` are random strings made for this machine (`bff`, `admin`, `jwt`);
 * what `env` sets itself wins. Throws an error whose message is one line for a person.
 *
 * @returns `{ services: { name, script, ports, readyUrl, env }[], pages: { label, url }[], notices: string[] }`
 */
export function planServices({ env, root, dataDir, secrets }) {
  checkBeforeBuild(env)
  const isReal = usesRealService(env)
  // Without a key and off the real network: the sandbox stands for the provider of every address.
  const isLnurl = !isReal && env.LEYDEN_PROVIDER === 'lnurl'
  const ports = readPorts(env, { isReal, isLnurl })
  const demoUrl = `http://localhost:${ports.LEYDEN_DEMO_PORT}`
  const bffUrl = `http://localhost:${ports.LEYDEN_BFF_PORT}`
  const sandboxUrl = `http://127.0.0.1:${ports.LEYDEN_SANDBOX_PORT}`
  const rampOrigins = isReal ? (env.LEYDEN_RAMP_ORIGINS ?? '') : bothNames(ports.LEYDEN_RAMP_PORT).join(',')
  const publicUrl = env.LEYDEN_PUBLIC_URL || bffUrl
  const bffPath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const hasKey = !isReal || Boolean(env.LEYDEN_API_KEY)
  const canRamp = !isReal || (hasKey && !isLoopback(publicUrl) && rampOrigins !== '')

  const hasGame = !isReal || Boolean(env.LEYDEN_GAME_TIP_TO)
  const pageOrigins = [
    ...bothNames(ports.LEYDEN_DEMO_PORT),
    ...(hasGame ? bothNames(ports.LEYDEN_GAME_PORT) : []),
    // The game's portal page frames it without an origin of its own.
    ...(isReal ? [] : ['null']),
  ]

  const shared = {
    HOST: '127.0.0.1',
    ...JWT,
    ...pick(env, Object.keys(JWT)),
    LEYDEN_API_KEY: isReal ? (env.LEYDEN_API_KEY ?? '') : 'sandbox-key',
    LEYDEN_BASE_URL: isReal ? (env.LEYDEN_BASE_URL ?? '') : sandboxUrl,
    LEYDEN_NETWORK: env.LEYDEN_NETWORK || (isReal ? 'mainnet' : 'regtest'),
    LEYDEN_ADMIN_TOKEN: env.LEYDEN_ADMIN_TOKEN || secrets.admin,
    LEYDEN_JWT_SECRET: env.LEYDEN_JWT_SECRET || secrets.jwt,
    LEYDEN_RAMP_ORIGINS: rampOrigins,
  }
  const sandbox = {
    name: 'sandbox',
    script: join(root, 'packages/sandbox/dist/node/cli.js'),
    ports: [ports.LEYDEN_SANDBOX_PORT, ports.LEYDEN_RAMP_PORT, ...(isLnurl ? [ports.LEYDEN_LNURL_PORT] : [])],
    readyUrl: sandboxUrl,
    env: {
      ...shared,
      PORT: ports.LEYDEN_SANDBOX_PORT,
      RAMP_PORT: ports.LEYDEN_RAMP_PORT,
      ...(isLnurl ? { LNURL_PORT: ports.LEYDEN_LNURL_PORT } : {}),
    },
  }
  const bff = {
    name: 'bff',
    script: join(root, 'apps/bff/dist/main.js'),
    ports: [ports.LEYDEN_BFF_PORT],
    readyUrl: `http://127.0.0.1:${ports.LEYDEN_BFF_PORT}${bffPath}/healthz`,
    env: {
      ...shared,
      ...pick(env, ['LEYDEN_PROVIDER', 'DATABASE_URL']),
      PORT: ports.LEYDEN_BFF_PORT,
      LEYDEN_PUBLIC_URL: publicUrl,
      LEYDEN_SECRET: env.LEYDEN_SECRET || secrets.bff,
      LEYDEN_DATA_DIR: env.LEYDEN_DATA_DIR || dataDir,
      LEYDEN_ALLOWED_ORIGINS: env.LEYDEN_ALLOWED_ORIGINS || pageOrigins.join(','),
      LEYDEN_GUESTS: env.LEYDEN_GUESTS || '1',
      LEYDEN_EVENTS_LOG: env.LEYDEN_EVENTS_LOG || '1',
      // Only the sandbox's wallet tells the demo's server of a payment; a real one tells it nothing.
      ...(isReal || isLnurl ? {} : { LEYDEN_SETTLES: '1' }),
      ...(isLnurl ? { LEYDEN_LNURL_SANDBOX_URL: `http://127.0.0.1:${ports.LEYDEN_LNURL_PORT}` } : {}),
    },
  }
  const demo = {
    name: 'demo',
    script: join(root, 'apps/demo/dist/server/main.js'),
    ports: [ports.LEYDEN_DEMO_PORT],
    readyUrl: `http://127.0.0.1:${ports.LEYDEN_DEMO_PORT}/config.json`,
    env: {
      ...shared,
      PORT: ports.LEYDEN_DEMO_PORT,
      LEYDEN_BFF_URL: bffUrl + bffPath,
      LEYDEN_RAMP: canRamp ? '1' : '0',
      ...(isReal ? {} : { LEYDEN_SANDBOX_URL: sandboxUrl }),
    },
  }
  const game = {
    name: 'game',
    script: join(root, 'apps/game/dist/server/main.js'),
    ports: [ports.LEYDEN_GAME_PORT],
    readyUrl: `http://127.0.0.1:${ports.LEYDEN_GAME_PORT}/config.json`,
    env: {
      HOST: '127.0.0.1',
      PORT: ports.LEYDEN_GAME_PORT,
      LEYDEN_BFF_URL: demo.env.LEYDEN_BFF_URL,
      LEYDEN_RAMP: demo.env.LEYDEN_RAMP,
      // With the real service only for somebody: money must not go to an example.
      ...pick(env, ['LEYDEN_GAME_TIP_TO']),
      ...(isReal ? {} : { LEYDEN_SANDBOX_URL: sandboxUrl }),
    },
  }
  return {
    services: [...(isReal ? [] : [sandbox]), bff, demo, ...(hasGame ? [game] : [])],
    pages: [
      { label: 'demo', url: demoUrl },
      ...(hasGame ? [{ label: 'game', url: `http://localhost:${ports.LEYDEN_GAME_PORT}` }] : []),
      // It has no page: this says that it answers.
      { label: 'BFF', url: `${bffUrl}${bffPath}/healthz` },
      ...(isReal
        ? [{ label: 'service', url: env.LEYDEN_BASE_URL }].filter(({ url }) => url)
        : [{ label: 'sandbox', url: `http://localhost:${ports.LEYDEN_SANDBOX_PORT}` }]),
    ],
    notices: isReal ? realNotices(publicUrl, rampOrigins, hasKey) : isLnurl ? [LNURL_NOTICE] : [],
    isReal,
  }
}

/** What the BFF would refuse anyway, but only when everything has been built. */
function checkBeforeBuild(env) {
  for (const [name, choices] of Object.entries(CHOICES))
    if (env[name] && !choices.includes(env[name]))
      throw new Error(`${name} must be one of ${choices.join(', ')}.`)
  const { LEYDEN_PUBLIC_URL: publicUrl } = env
  if (publicUrl && !(/^https?:\/\//.test(publicUrl) && URL.canParse(publicUrl)))
    throw new Error('LEYDEN_PUBLIC_URL must be an address such as https://shop.example/leyden.')
}

function usesRealService(env) {
  const { LEYDEN_API_KEY: key, LEYDEN_BASE_URL: baseUrl, LEYDEN_PROVIDER: provider } = env
  if (Boolean(key) !== Boolean(baseUrl)) {
    const [set, missing] = key ? ['LEYDEN_API_KEY', 'LEYDEN_BASE_URL'] : ['LEYDEN_BASE_URL', 'LEYDEN_API_KEY']
    throw new Error(
      `${set} is set and ${missing} is not: set both to use the real service, neither to use the sandbox.`,
    )
  }
  // Invoices of this network can only come from the sandbox.
  return Boolean(key) || (provider === 'lnurl' && env.LEYDEN_NETWORK !== 'regtest')
}

const LNURL_NOTICE =
  'Invoices come by LNURL from the sandbox, which stands for the provider of every address; so does the word that they are paid, unless the demo’s server brings it sooner.'

function realNotices(publicUrl, rampOrigins, hasKey) {
  if (!hasKey)
    return [
      'Invoices come from the provider of each address, on the internet: payments move real money. Pay with your own wallet. Buying bitcoin is off: it needs a key.',
    ]
  const notices = [
    'This is the real service: payments move real money. There is no sandbox wallet on the page; pay with your own.',
  ]
  if (isLoopback(publicUrl)) {
    notices.push(
      'Buying bitcoin is off: ramp sessions need a webhook URL that the internet can reach. Set LEYDEN_PUBLIC_URL to an https address that leads to the BFF. The pay half works without.',
    )
  } else if (rampOrigins === '') {
    notices.push(
      'Buying bitcoin is off: set LEYDEN_RAMP_ORIGINS to the origin of the ramp page, such as https://ramp.example. The pay half works without.',
    )
  }
  return notices
}

function readPorts(env, { isReal, isLnurl }) {
  const ports = {}
  for (const [name, preset] of Object.entries(DEFAULT_PORTS)) {
    if (isReal && (name === 'LEYDEN_SANDBOX_PORT' || name === 'LEYDEN_RAMP_PORT')) continue
    if (!isLnurl && name === 'LEYDEN_LNURL_PORT') continue
    const text = env[name] || String(preset)
    const port = Number(text)
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
      throw new Error(`${name} is ${JSON.stringify(text)}, which is not a port (1 to 65535).`)
    }
    const [twin] = Object.entries(ports).find(([, other]) => other === port) ?? []
    if (twin) throw new Error(`${twin} and ${name} are both ${port}: give one of them another port.`)
    ports[name] = port
  }
  return ports
}

/** Which variable moves a port, for the line that says that it is taken. */
export function variableOf(port, env) {
  return Object.entries(DEFAULT_PORTS).find(([name, preset]) => Number(env[name] || preset) === port)?.[0]
}

function bothNames(port) {
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
}

function isLoopback(url) {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

function pick(env, names) {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]))
}
