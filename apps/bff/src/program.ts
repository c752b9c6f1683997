import { setTimeout } from 'node:timers/promises'
import { createBff } from '@leyden/bff'
import { toNodeHandler } from '@leyden/bff/node'
import { openapi } from '@leyden/bff/openapi'
import { operations } from '@leyden/bff/operations'
import { embed } from '@leyden/embed/files'
import { operatorsPage } from '@leyden/operators-page'
import { bffOptions } from './bff-options.js'
import { type Env, readConfiguration, secretsOf } from './configuration/configuration.js'
import { createPostEvent } from './events/post-event.js'
import { createLog } from './log/create-log.js'
import { limitRepeats } from './log/limit-repeats.js'
import { openStore } from './open-store.js'
import { type Listening, listen } from './server/listen.js'
import { createMetrics } from './server/metrics.js'
import { operationsHandler } from './server/operations.js'
import { storeCreatedAt } from './store-created-at.js'

export type Program = Awaited<ReturnType<typeof startProgram>>

export interface ProgramOptions {
  /** Called with each line of the log. @default standard output */
  log?: ((line: string) => void) | undefined
}

/**
 * Creates the BFF of the program and its parts from environment variables; it does not listen yet.
 *
 * @throws Error with all problems of the variables, one per line, or with one line if the data directory cannot be
 * written or the database cannot be used.
 */
export async function openProgram(env: Env, { log: writeLine }: ProgramOptions = {}) {
  const configuration = readConfiguration(env)
  const { settings, notices } = configuration
  const { LEYDEN_EVENTS_URL: eventsUrl, LEYDEN_EVENTS_SECRET: eventsSecret } = settings
  const metrics = createMetrics()
  const log = metrics.counting(
    limitRepeats(
      createLog({
        level: settings.LEYDEN_LOG_LEVEL,
        secrets: secretsOf(settings),
        write: writeLine ?? ((line) => void process.stdout.write(`${line}\n`)),
      }),
    ),
  )
  const store = await openStore(settings, log)
  metrics.watch(store, settings.DATABASE_URL === undefined ? settings.LEYDEN_DATA_DIR : undefined)

  const onEvent = eventsUrl && eventsSecret ? createPostEvent(eventsUrl, eventsSecret) : undefined
  const ops = operations({ token: settings.LEYDEN_ADMIN_TOKEN })
  const { extensions, ...options } = bffOptions(configuration, log)
  const bff = createBff({
    ...options,
    store,
    embed,
    extensions: [operatorsPage(ops), openapi(), ...extensions],
    onEvent,
    log,
    measure: metrics.measure,
  })
  // With a separate port for operators, the public one has no admin routes.
  const routes = settings.LEYDEN_OPERATIONS_PORT === undefined ? 'all' : 'public'
  const publicHandler = toNodeHandler(bff, { routes })
  return { settings, notices, bff, ops, publicHandler, publicUrl: options.publicUrl, store, log, metrics }
}

/**
 * Starts the BFF as a program, configured by environment variables.
 *
 * @throws as `openProgram`; Error with one line if the port is taken.
 */
export async function startProgram(env: Env, options: ProgramOptions = {}) {
  const { settings, notices, bff, publicHandler, store, log, metrics } = await openProgram(env, options)
  const { HOST: host, PORT: port, LEYDEN_OPERATIONS_PORT: operationsPort } = settings
  const drainMs = 1_000 * settings.LEYDEN_DRAIN_SECONDS
  const servers: Listening[] = []
  let isDraining = false
  const close = async () => {
    isDraining = true
    // Load balancers stop sending requests because of `/readyz`; until they do, requests are answered.
    if (servers.length > 0 && drainMs > 0) {
      log.info({ code: 'STOPPING', drainMs }, 'Stopping')
      await setTimeout(drainMs)
    }
    // Close streams first, because closing a server waits for its connections.
    await bff.close()
    await Promise.all(servers.map((server) => server.close()))
    await store.close()
  }
  try {
    const createdAt = await storeCreatedAt(store, log)
    servers.push(await listen(publicHandler, host, port, log))
    if (operationsPort !== undefined) {
      const handler = operationsHandler({
        bff,
        metrics,
        storeCreatedAt: createdAt,
        isDraining: () => isDraining,
      })
      servers.push(await listen(handler, settings.LEYDEN_OPERATIONS_HOST ?? host, operationsPort, log))
    }
  } catch (error) {
    await close()
    throw error
  }
  const [{ url }, { url: operationsUrl } = {}] = servers as [Listening, Listening?]
  bff.start()
  for (const notice of notices) log.info({ code: 'CONFIGURATION_NOTICE' }, notice)
  if (settings.LEYDEN_DEV_IDENTITY)
    log.warn({ code: 'DEV_IDENTITY_ON' }, 'LEYDEN_DEV_IDENTITY is on: everybody is the same user')
  log.info({ code: 'LISTENING', url, operationsUrl, network: settings.LEYDEN_NETWORK }, 'Listening')
  return {
    /** The public address on which the program listens. */
    url,
    /** The address of `/readyz`, `/metrics` and `/admin`, if they have a separate port. */
    operationsUrl,
    /** Answers running requests, ends streams, and closes the store. */
    close,
  }
}
