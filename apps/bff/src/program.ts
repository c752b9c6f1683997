import { setTimeout } from 'node:timers/promises'
import { type BffEvent, createBff } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { nwc } from '@leyden/bff/nwc'
import { embed } from '@leyden/embed/files'
import { type Env, readConfiguration } from './configuration/configuration.js'
import { createPostEvent } from './events/post-event.js'
import { createIdentify } from './identity/identify.js'
import { createLog } from './log/create-log.js'
import { limitRepeats } from './log/limit-repeats.js'
import { createRedact } from './log/redact.js'
import { databaseSecrets, openStore } from './open-store.js'
import { createProviders, createVerifiers } from './providers.js'
import { type Listening, listen } from './server/listen.js'
import { createMetrics } from './server/metrics.js'
import { operationsHandler } from './server/operations.js'

export interface Program {
  /** The public address on which the program listens. */
  url: string
  /** The address of `/readyz`, `/metrics` and `/admin`, if they have a separate port. */
  operationsUrl?: string | undefined
  /** Answers running requests, ends streams, and closes the store. */
  close(): Promise<void>
}

export interface ProgramOptions {
  /** Called with each line of the log. @default standard output */
  log?: ((line: string) => void) | undefined
}

/**
 * Creates the BFF of the program and its parts from environment variables; it does not listen yet.
 *
 * @throws ConfigurationError with all problems of the variables; Error with one line if the data directory cannot be
 * written or the database cannot be used.
 */
export async function openProgram(env: Env, options: ProgramOptions = {}) {
  const configuration = readConfiguration(env)
  const { service, jwt, events, webhooks, nwcUrl } = configuration
  const jwtSecret = jwt && 'secret' in jwt.key ? jwt.key.secret : undefined
  const metrics = createMetrics()
  const log = metrics.counting(
    limitRepeats(
      createLog({
        level: configuration.logLevel,
        redact: createRedact([
          service?.apiKey,
          ...configuration.bff.secrets,
          configuration.bff.adminToken,
          jwtSecret,
          events.secret,
          nwcUrl,
          ...(nwcUrl?.match(/[0-9a-f]{64}/gi) ?? []),
          ...(configuration.databaseUrl === undefined ? [] : databaseSecrets(configuration.databaseUrl)),
          ...(webhooks.hmac?.secrets ?? []),
          ...webhooks.standardSecrets,
        ]),
        write: options.log ?? ((line) => void process.stdout.write(`${line}\n`)),
      }),
    ),
  )
  const store = await openStore(configuration, log)
  metrics.watch(store)

  const postEvent = events.url && events.secret ? createPostEvent(events.url, events.secret) : null
  const onEvent = async (event: BffEvent) => {
    if (events.log) log.info({ event: { id: event.id, type: event.type } }, 'Event')
    await postEvent?.(event)
  }
  const bff = createBff({
    ...configuration.bff,
    ...createProviders(configuration, log),
    store,
    identify: createIdentify(configuration),
    verifiers: createVerifiers(configuration),
    settlement: nwcUrl === undefined ? undefined : nwc({ url: nwcUrl }),
    embed,
    onEvent,
    log,
    measure: metrics.measure,
  })
  return { configuration, bff, store, log, metrics }
}

/**
 * Starts the BFF as a program, configured by environment variables.
 *
 * @throws as `openProgram`; Error with one line if the port is taken.
 */
export async function startProgram(env: Env, options: ProgramOptions = {}): Promise<Program> {
  const { configuration, bff, store, log, metrics } = await openProgram(env, options)
  const { host, operations, publicRoutes } = configuration
  const { publicUrl } = configuration.bff
  const servers: Listening[] = []
  let isDraining = false
  const close = async () => {
    isDraining = true
    // Load balancers stop sending requests because of `/readyz`; until they do, requests are answered.
    if (servers.length > 0 && configuration.drainMs > 0) {
      log.info({ drainMs: configuration.drainMs }, 'Stopping')
      await setTimeout(configuration.drainMs)
    }
    // Close streams first, because closing a server waits for its connections.
    await bff.close()
    await Promise.all(servers.map((server) => server.close()))
    await store.close()
  }
  try {
    servers.push(await listen(toNodeHandler(bff, { routes: publicRoutes }), host, configuration.port, log))
    if (operations)
      servers.push(
        await listen(
          operationsHandler({ bff, publicUrl, metrics, isDraining: () => isDraining }),
          operations.host,
          operations.port,
          log,
        ),
      )
  } catch (error) {
    await close()
    throw error
  }
  const [{ url }, { url: operationsUrl } = {}] = servers as [Listening, Listening?]
  bff.start()
  for (const notice of configuration.notices) log.info({}, notice)
  if (configuration.devIdentity) log.warn({}, 'LEYDEN_DEV_IDENTITY is on: everybody is the same user')
  log.info({ url, operationsUrl, network: configuration.bff.network }, 'Listening')
  return { url, operationsUrl, close }
}
