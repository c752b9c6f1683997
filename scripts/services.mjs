// The services that `npm start` and `npm run dev` start, computed only from the environment.

const DEFAULT_PORTS = {
  LEYDEN_SANDBOX_PORT: 4010,
  LEYDEN_RAMP_PORT: 4011,
  LEYDEN_LNURL_PORT: 4012,
  LEYDEN_BFF_PORT: 4000,
  LEYDEN_DEMO_PORT: 5173,
  LEYDEN_GAME_PORT: 5174,
}
const CHOICES = {
  LEYDEN_PROVIDER: ['service', 'lnurl', 'verified-first'],
  LEYDEN_NETWORK: ['mainnet', 'testnet', 'signet', 'regtest'],
}
const HOST = '127.0.0.1'
/** In development Vite uses the ports of the pages, and their servers listen on these ports plus this number. */
const API_PORT_OFFSET = 100

/**
 * Computes the options of `startSandbox`, the environment of the BFF, the options of `startDemo` and `startGame`, and
 * the lines to print. `secrets` are random strings of this machine (`bff`, `admin`, `jwt`, `events`); values of `env`
 * override them. Throws an error whose message is one readable line.
 */
export function planServices({ env, dataDir, secrets, isDev = false }) {
  const { isReal, isLnurl, hasGame, ports, url, publicUrl, bffUrl, pages } = planPages(env)
  const bothNames = (name) => [url(name), url(name, HOST)]
  const rampOrigins = isReal ? (env.LEYDEN_RAMP_ORIGINS ?? '') : bothNames('LEYDEN_RAMP_PORT').join(',')
  const hasKey = !isReal || Boolean(env.LEYDEN_API_KEY)
  const canRamp = !isReal || (hasKey && isReachable(publicUrl) && rampOrigins !== '')
  const sandboxUrl = isReal ? undefined : url('LEYDEN_SANDBOX_PORT', HOST)
  const apiKey = isReal ? (env.LEYDEN_API_KEY ?? '') : 'sandbox-key'
  const network = env.LEYDEN_NETWORK || (isReal ? 'mainnet' : 'regtest')
  const pageOrigins = [
    ...bothNames('LEYDEN_DEMO_PORT'),
    // With the sandbox, the game's server has a BFF of its own.
    ...(isReal && hasGame ? bothNames('LEYDEN_GAME_PORT') : []),
  ]
  const bff = {
    HOST,
    PORT: String(ports.LEYDEN_BFF_PORT),
    LEYDEN_API_KEY: apiKey,
    LEYDEN_BASE_URL: isReal ? (env.LEYDEN_BASE_URL ?? '') : sandboxUrl,
    LEYDEN_NETWORK: network,
    LEYDEN_PUBLIC_URL: publicUrl,
    LEYDEN_RAMP_ORIGINS: rampOrigins,
    LEYDEN_SECRET: env.LEYDEN_SECRET || secrets.bff,
    LEYDEN_ADMIN_TOKEN: env.LEYDEN_ADMIN_TOKEN || secrets.admin,
    LEYDEN_JWT_SECRET: env.LEYDEN_JWT_SECRET || secrets.jwt,
    LEYDEN_JWT_ISSUER: env.LEYDEN_JWT_ISSUER || 'leyden-demo',
    LEYDEN_JWT_AUDIENCE: env.LEYDEN_JWT_AUDIENCE || 'leyden-bff',
    LEYDEN_DATA_DIR: env.LEYDEN_DATA_DIR || dataDir,
    LEYDEN_ALLOWED_ORIGINS: env.LEYDEN_ALLOWED_ORIGINS || pageOrigins.join(','),
    LEYDEN_GUESTS: env.LEYDEN_GUESTS || '1',
    // The prices of the sandbox's ramp. They are invented, like the money.
    LEYDEN_EXCHANGE_RATES:
      env.LEYDEN_EXCHANGE_RATES || (isReal ? 'off' : 'USD=100000,EUR=92000,JPY=15400000'),
    // Only the sandbox's wallet reports payments to the demo's server; real wallets do not.
    LEYDEN_SETTLES: isReal || isLnurl ? env.LEYDEN_SETTLES : '1',
    LEYDEN_LNURL_SANDBOX_URL: isLnurl ? url('LEYDEN_LNURL_PORT', HOST) : env.LEYDEN_LNURL_SANDBOX_URL,
  }
  const page = (name) => ({ host: HOST, port: ports[name] + (isDev ? API_PORT_OFFSET : 0), bffUrl, canRamp })
  // With the sandbox the demo sells a print, and its server gets the events.
  const eventsSecret =
    isReal || env.LEYDEN_EVENTS_URL ? undefined : `whsec_${Buffer.from(secrets.events).toString('base64')}`
  if (eventsSecret !== undefined) {
    bff.LEYDEN_EVENTS_URL = `http://${HOST}:${page('LEYDEN_DEMO_PORT').port}/events`
    bff.LEYDEN_EVENTS_SECRET = eventsSecret
  }
  return {
    isReal,
    ports,
    sandbox: isReal
      ? undefined
      : {
          host: HOST,
          port: ports.LEYDEN_SANDBOX_PORT,
          rampPort: ports.LEYDEN_RAMP_PORT,
          lnurlPort: ports.LEYDEN_LNURL_PORT,
          apiKey,
          network,
          seed: env.LEYDEN_SANDBOX_SEED || undefined,
        },
    bff,
    demo: {
      ...page('LEYDEN_DEMO_PORT'),
      pagePort: ports.LEYDEN_DEMO_PORT,
      adminToken: bff.LEYDEN_ADMIN_TOKEN,
      jwt: {
        secret: bff.LEYDEN_JWT_SECRET,
        issuer: bff.LEYDEN_JWT_ISSUER,
        audience: bff.LEYDEN_JWT_AUDIENCE,
      },
      rampOrigins: rampOrigins.split(',').filter(Boolean),
      sandbox: sandboxUrl && { url: sandboxUrl, apiKey },
      eventsSecret,
    },
    // With the real service the game needs a recipient, because real money must not go to an example address.
    game: hasGame
      ? {
          ...page('LEYDEN_GAME_PORT'),
          pagePort: ports.LEYDEN_GAME_PORT,
          tipTo: env.LEYDEN_GAME_TIP_TO || 'alice@wallet.example',
          sandbox: sandboxUrl && { url: sandboxUrl, apiKey, rampOrigins: bothNames('LEYDEN_RAMP_PORT') },
        }
      : undefined,
    pages,
    notices: isReal ? realNotices({ publicUrl, rampOrigins, hasKey }) : isLnurl ? [LNURL_NOTICE] : [],
  }
}

/** Computes which services are started, with their ports and addresses. Throws as {@link planServices} does. */
export function planPages(env) {
  checkEnvironment(env)
  const isReal = usesRealService(env)
  // Without a key on a test network, the sandbox is the provider of every address.
  const isLnurl = !isReal && ['lnurl', 'verified-first'].includes(env.LEYDEN_PROVIDER)
  const hasGame = !isReal || Boolean(env.LEYDEN_GAME_TIP_TO)
  const ports = readPorts(env, { isReal, isLnurl })
  const url = (name, host = 'localhost') => `http://${host}:${ports[name]}`
  const publicUrl = env.LEYDEN_PUBLIC_URL || url('LEYDEN_BFF_PORT')
  const bffUrl = url('LEYDEN_BFF_PORT') + new URL(publicUrl).pathname.replace(/\/$/, '')
  const pages = [
    ['demo', url('LEYDEN_DEMO_PORT')],
    ...(hasGame ? [['game', url('LEYDEN_GAME_PORT')]] : []),
    // The BFF has no page; this URL shows that it answers.
    ['BFF', `${bffUrl}/healthz`],
    ...(isReal ? [['service', env.LEYDEN_BASE_URL]] : [['sandbox', url('LEYDEN_SANDBOX_PORT')]]),
  ].filter(([, address]) => address)
  return { isReal, isLnurl, hasGame, ports, url, publicUrl, bffUrl, pages }
}

/** These checks are the BFF's too, but it would make them only after everything has been built. */
function checkEnvironment(env) {
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
      `${set} is set and ${missing} is not: set both to use the real service, or neither to use the sandbox.`,
    )
  }
  // Only the sandbox can make invoices of this network.
  return Boolean(key) || (provider === 'lnurl' && env.LEYDEN_NETWORK !== 'regtest')
}

const LNURL_NOTICE =
  'Invoices come by LNURL from the sandbox, which plays the server of every test recipient. It also tells the BFF when they are paid, unless the demo’s server does so first. With “The shop’s server is not told” they come from the sandbox’s service, which tells nobody.'

function realNotices({ publicUrl, rampOrigins, hasKey }) {
  if (!hasKey)
    return [
      'Invoices come from the provider of each address, on the internet: payments move real money. Pay with your own wallet. Buying bitcoin is off: it needs a key.',
    ]
  const missing = isReachable(publicUrl)
    ? 'set LEYDEN_RAMP_ORIGINS to the origin of the ramp page, such as https://ramp.example.'
    : 'ramp sessions need a webhook URL that the internet can reach. Set LEYDEN_PUBLIC_URL to an https address that leads to the BFF.'
  return [
    'This is the real service: payments move real money. There is no sandbox wallet on the page; pay with your own.',
    ...(!isReachable(publicUrl) || rampOrigins === ''
      ? [`Buying bitcoin is off: ${missing} The pay half works without.`]
      : []),
  ]
}

function readPorts(env, { isReal, isLnurl }) {
  const ports = {}
  for (const [name, preset] of Object.entries(DEFAULT_PORTS)) {
    if (isReal && (name === 'LEYDEN_SANDBOX_PORT' || name === 'LEYDEN_RAMP_PORT')) continue
    if (!isLnurl && name === 'LEYDEN_LNURL_PORT') continue
    const text = env[name] || String(preset)
    const port = Number(text)
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
      throw new Error(`${name} is ${JSON.stringify(text)}, which is not a port (1 to 65535).`)
    const [twin] = Object.entries(ports).find(([, other]) => other === port) ?? []
    if (twin) throw new Error(`${twin} and ${name} are both ${port}: give one of them another port.`)
    ports[name] = port
  }
  return ports
}

/** Whether webhooks can arrive: the path of their URL is a secret, so it is sent over https only. */
function isReachable(publicUrl) {
  return publicUrl.startsWith('https:')
}
