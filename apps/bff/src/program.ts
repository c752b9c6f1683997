import { setTimeout } from 'node:timers/promises'
import { type Bff, type BffEvent, createBff, type Log, type Store } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { nwc } from '@leyden/bff/nwc'
import { embed } from '@leyden/embed/files'
import { type Configuration, type Env, readConfiguration } from './configuration/configuration.js'
import { createPostEvent } from './events/post-event.js'
import { createIdentify } from './identity/identify.js'
import { createLog } from './log/create-log.js'
import { limitRepeats } from './log/limit-repeats.js'
import { createRedact } from './log/redact.js'
import { databaseSecrets, openStore } from './open-store.js'
import { createProviders, createVerifiers } from './providers.js'
import { type Listening, listen } from './server/listen.js'
import { createMetrics, type Metrics } from './server/metrics.js'
import { operationsHandler } from './server/operations.js'

export interface Program {
  /** Where it listens. */
  url: string
  /** Where `/readyz`, `/metrics` and `/admin` are, if they have a port of their own. */
  operationsUrl?: string | undefined
  /** Answers what is under way, ends streams, and closes the store. */
  close(): Promise<void>
}

export interface ProgramOptions {
  /** Gets each line of the log. @default standard output */
  log?: ((line: string) => void) | undefined
}

/** The BFF as the environment describes it, with what it is made of; nothing listens yet. */
export interface OpenedProgram {
  configuration: Configuration
  bff: Bff
  store: Store
  log: Log
  metrics: Metrics
}

/**
 * Makes the BFF of a program from environment variables.
 *
 * @throws ConfigurationError with everything that is wrong with them; Error with one line where the data directory cannot
 * be written or the database cannot be used.
 */
export async function openProgram(env: Env, options: ProgramOptions = {}): Promise<OpenedProgram> {
  const configuration = readConfiguration(env)
  const { service, secrets, adminToken, jwt, events, webhooks, nwcUrl } = configuration
  const jwtSecret = jwt && 'secret' in jwt.key ? jwt.key.secret : undefined
  const metrics = createMetrics()
  const log = metrics.counting(
    limitRepeats(
      createLog({
        level: configuration.logLevel,
        redact: createRedact([
          service?.apiKey,
          ...secrets,
          adminToken,
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
    publicUrl: configuration.publicUrl,
    secrets,
    adminToken,
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
 * The BFF as a program, from environment variables.
 *
 * @throws as `openProgram`; Error with one line where the port is taken.
 */
export async function startProgram(env: Env, options: ProgramOptions = {}): Promise<Program> {
  const { configuration, bff, store, log, metrics } = await openProgram(env, options)
  const { host, operations, publicRoutes, publicUrl } = configuration
  const servers: Listening[] = []
  let isDraining = false
  const close = async () => {
    isDraining = true
    // Load balancers learn from `/readyz` to send nothing more, while what they still send is answered.
    if (servers.length > 0 && configuration.drainMs > 0) {
      log.info({ drainMs: configuration.drainMs }, 'Stopping')
      await setTimeout(configuration.drainMs)
    }
    // Streams first: a server waits for its connections.
    await bff.close()
    await Promise.all(servers.map((server) => server.close()))
    await store.close()
  }
  try {
    servers.push(await listen(toNodeHandler(bff, { routes: publicRoutes }), host, configuration.port))
    if (operations)
      servers.push(
        await listen(
          operationsHandler({ bff, publicUrl, metrics, isDraining: () => isDraining }),
          operations.host,
          operations.port,
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
