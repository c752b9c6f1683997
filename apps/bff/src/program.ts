import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBff, serviceProvider } from '@leyden/bff'
import { toNodeHandler, undiciTransport } from '@leyden/bff/node'
import { sqliteStore } from '@leyden/bff/sqlite'
import { readConfiguration } from './configuration/configuration.js'
import { createIdentify } from './identity/identify.js'
import { createLog } from './log/create-log.js'
import { createRedact } from './log/redact.js'
import { listen } from './server/listen.js'

export interface Program {
  /** Where it listens. */
  url: string
  /** Answers what is under way, ends streams, and closes the store. */
  close(): Promise<void>
}

export interface ProgramOptions {
  /** Gets each line of the log; standard output unless told. */
  log?: (line: string) => void
}

/**
 * The BFF as a program, from environment variables.
 *
 * @throws ConfigurationError with everything that is wrong with them; Error with one line where the port is taken or
 * the data directory cannot be written.
 */
export async function startProgram(
  env: Readonly<Record<string, string | undefined>>,
  options: ProgramOptions = {},
): Promise<Program> {
  const configuration = readConfiguration(env)
  const { service, secrets, adminToken, jwt, events } = configuration
  const jwtSecret = jwt && 'secret' in jwt.key ? jwt.key.secret : undefined
  const log = createLog({
    level: configuration.logLevel,
    redact: createRedact([service.apiKey, ...secrets, adminToken, jwtSecret, events.secret]),
    write: options.log ?? ((line) => void process.stdout.write(`${line}\n`)),
  })
  mkdirSync(configuration.dataDir, { recursive: true })
  const store = sqliteStore({ path: join(configuration.dataDir, 'leyden.db') })
  // Opens the file now, so that a start that cannot work does not look like one that does.
  await store.get('')

  const { apiKey, baseUrl, chargeBaseUrl } = service
  const provider = serviceProvider({
    apiKey,
    baseUrl,
    ...(chargeBaseUrl !== undefined && { chargeBaseUrl }),
    transport: undiciTransport(),
  })
  const bff = createBff({
    ...configuration.bff,
    pay: provider,
    ...(configuration.rampOrigins && { ramp: provider, rampOrigins: configuration.rampOrigins }),
    store,
    publicUrl: configuration.publicUrl,
    secrets,
    ...(adminToken !== undefined && { adminToken }),
    identify: createIdentify(configuration),
    onEvent: (event) => {
      if (events.log) log.info({ event: { id: event.id, type: event.type } }, 'Event')
    },
    log,
  })
  const listening = await listen(toNodeHandler(bff), configuration.host, configuration.port).catch(
    async (error) => {
      await store.close()
      throw error
    },
  )
  bff.start()
  for (const notice of configuration.notices) log.info({}, notice)
  if (configuration.devIdentity) log.warn({}, 'LEYDEN_DEV_IDENTITY is on: everybody is the same user')
  log.info({ url: listening.url, network: configuration.bff.network }, 'Listening')
  return {
    url: listening.url,
    async close() {
      // Streams first: a server waits for its connections.
      await bff.close()
      await listening.close()
      await store.close()
    },
  }
}
