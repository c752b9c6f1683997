import { type PaymentSettings, readPaymentSettings } from '@leyden/bff/settings'
import { nearestName, readVariables, type ValuesOf } from '@leyden/core/internal'
import { isLocal, type Setting } from './setting.js'
import { SETTINGS } from './settings.js'

export type Env = Readonly<Record<string, string | undefined>>
type Name = keyof typeof SETTINGS
/** The value of each variable, or its default. */
export type Settings = ValuesOf<typeof SETTINGS>

/** The settings of the program, checked. */
export type Configuration = ReturnType<typeof readConfiguration>

/**
 * @throws Error with all problems, one per line: each has the variable, its value unless that is a secret, and what to do.
 */
export function readConfiguration(env: Env) {
  const payments = readPayments(env)
  const settings = readVariables(SETTINGS, env, (values, isSet) => ({
    ...(payments instanceof Error && { [payments.message]: true }),
    ...contradictions(values, isSet),
  }))
  if (payments instanceof Error) throw payments
  const noRamp = rampProblem(settings)
  return {
    settings,
    payments,
    /** Notices for the operator that are not errors. */
    notices: [
      ...unknownVariables(env),
      ...(noRamp === undefined ? [] : [`The ramp is off: ${noRamp}`]),
      ...(settings.LEYDEN_EVENTS_URL === undefined ? [NO_EVENTS] : []),
    ],
  }
}

/** The settings of payments, or an error with their problems. */
function readPayments(env: Env): PaymentSettings | Error {
  try {
    return readPaymentSettings(env)
  } catch (error) {
    return error as Error
  }
}

const NO_EVENTS =
  'No server of yours is told of payments and purchases, because LEYDEN_EVENTS_URL is not set.'

/** The parts of the values that a log must not contain. */
export function secretsOf(settings: Settings): string[] {
  return Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { secrets }]) => {
    const value = settings[name as Name]
    return secrets === undefined || value === undefined ? [] : secrets(value)
  })
}

/** Whether each contradiction between variables exists, by its message. */
function contradictions(values: Settings, isSet: (name: Name) => boolean): Record<string, boolean> {
  const { LEYDEN_PUBLIC_URL: publicUrl = 'https://unknown', LEYDEN_LNURL_SANDBOX_URL: sandbox } = values
  const hasService = values.LEYDEN_PROVIDER !== 'lnurl' || isSet('LEYDEN_API_KEY')
  const hasSecret = isSet('LEYDEN_JWT_SECRET')
  const signsIn = hasSecret || isSet('LEYDEN_JWKS_URL')
  const isLive = values.LEYDEN_NETWORK === 'mainnet' || values.LEYDEN_MODE === 'live'
  const required: Partial<Record<Name, boolean>> = {
    LEYDEN_API_KEY: hasService,
    LEYDEN_BASE_URL: hasService,
    LEYDEN_PUBLIC_URL: true,
    LEYDEN_SECRET: true,
    LEYDEN_JWT_ISSUER: signsIn,
    LEYDEN_JWT_AUDIENCE: signsIn,
    LEYDEN_EVENTS_SECRET: isSet('LEYDEN_EVENTS_URL'),
  }
  const missing = Object.entries(required).map(
    ([name, isRequired]) =>
      [`${name} is missing. ${SETTINGS[name as Name].meaning}`, isRequired && !isSet(name as Name)] as const,
  )
  return {
    ...Object.fromEntries(missing),
    [`LEYDEN_PUBLIC_URL must not have a query or a fragment, not "${publicUrl}".`]:
      new URL(publicUrl).search + new URL(publicUrl).hash !== '',
    [`LEYDEN_LNURL_SANDBOX_URL must be an http URL of this machine, not "${sandbox}".`]:
      sandbox !== undefined && !(isLocal(sandbox) && sandbox.startsWith('http:')),
    'LEYDEN_LNURL_SANDBOX_URL must not be set with real money.': sandbox !== undefined && isLive,
    'LEYDEN_LNURL_SANDBOX_URL needs LEYDEN_PROVIDER=lnurl or verified-first.':
      sandbox !== undefined && values.LEYDEN_PROVIDER === 'service',
    'LEYDEN_EXCHANGE_RATES must be coinbase or off with real money, because fixed prices become wrong.':
      isLive && typeof values.LEYDEN_EXCHANGE_RATES === 'object',
    'LEYDEN_JWT_SECRET and LEYDEN_JWKS_URL are both set: remove one of them.':
      hasSecret && isSet('LEYDEN_JWKS_URL'),
    'LEYDEN_WEBHOOK_HMAC_HEADER and LEYDEN_WEBHOOK_HMAC_SECRET must both be set.':
      isSet('LEYDEN_WEBHOOK_HMAC_HEADER') !== values.LEYDEN_WEBHOOK_HMAC_SECRET.length > 0,
    'LEYDEN_DEV_IDENTITY must not be set on mainnet, because it makes all visitors the same user.':
      values.LEYDEN_DEV_IDENTITY && values.LEYDEN_NETWORK === 'mainnet',
    'LEYDEN_EVENTS_SECRET needs LEYDEN_EVENTS_URL: without it no event is posted.':
      !isSet('LEYDEN_EVENTS_URL') && isSet('LEYDEN_EVENTS_SECRET'),
    [`LEYDEN_MIN_SATS=${values.LEYDEN_MIN_SATS} must not be more than LEYDEN_MAX_SATS=${values.LEYDEN_MAX_SATS}: no charge would be possible.`]:
      values.LEYDEN_MIN_SATS > values.LEYDEN_MAX_SATS,
    // Port 0 means a free port, a different one each time.
    [`LEYDEN_OPERATIONS_PORT must be another port than PORT, not "${values.PORT}", because its routes are for operators only.`]:
      values.PORT !== 0 && values.PORT === values.LEYDEN_OPERATIONS_PORT,
    'LEYDEN_OPERATIONS_HOST needs LEYDEN_OPERATIONS_PORT: without it the admin routes are on PORT.':
      isSet('LEYDEN_OPERATIONS_HOST') && !isSet('LEYDEN_OPERATIONS_PORT'),
  }
}

/** Why there is no ramp; undefined if there is one. */
export function rampProblem(values: Settings): string | undefined {
  const { LEYDEN_API_KEY: apiKey, LEYDEN_BASE_URL: baseUrl = '', LEYDEN_PUBLIC_URL: publicUrl = '' } = values
  if (values.LEYDEN_RAMP_ORIGINS.length === 0)
    return 'LEYDEN_RAMP_ORIGINS does not list the origins of its page.'
  if (apiKey === undefined) return 'it needs LEYDEN_API_KEY and LEYDEN_BASE_URL.'
  if (isLocal(publicUrl) && !isLocal(baseUrl))
    return 'its sessions need a webhook URL that can be reached from the internet, but LEYDEN_PUBLIC_URL is of this machine only.'
  return undefined
}

/** Variables of other programs and scripts of this repository, which may share the environment. */
const OTHER_PROGRAMS =
  /^LEYDEN_(RUN|CHROMIUM|FIREFOX|BROWSER|NGINX|SOAK|SOAK_FIGURES|SANDBOX_\w+|GAME_\w+|BFF_URL|RAMP)$/
/** Ports of `npm start`, and variables that Docker and Kubernetes add for a service with the name `leyden`. */
const PORTS_AND_NEIGHBOURS = /^LEYDEN_(\w+_)?(PORT|SERVICE_HOST)(_|$)/

/**
 * Notices about variables that begin with LEYDEN_ but are unknown, because a misspelt one has no effect. They do not
 * repeat the values.
 */
function unknownVariables(env: Env): string[] {
  const names = Object.keys(SETTINGS)
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('LEYDEN_') && env[name] && !names.includes(name) && !OTHER_PROGRAMS.test(name),
    )
    .flatMap((name) => {
      const meant = nearestName(name, names)
      if (meant === undefined && PORTS_AND_NEIGHBOURS.test(name)) return []
      return [
        `${name} is not a setting of this program, so it has no effect.${meant ? ` Did you mean ${meant}?` : ''}`,
      ]
    })
}
