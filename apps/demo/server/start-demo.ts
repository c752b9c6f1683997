import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpError, readOwnJson, sendJson } from './http.js'
import { sendPageFile } from './page-files.js'
import { createQuietShop, QUIET_PATH } from './quiet-shop.js'
import type { DemoSettings } from './settings.js'
import type { ShopConfig } from './shop-config.js'
import { createToken, readSession, signInCookie, signOutCookie } from './sign-in.js'
import { payFromBrowser, payFromPhone } from './wallets.js'

/** A demo that listens. */
export interface RunningDemo {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** Starts the shop's server; rejects with a sentence when its port is taken. */
export async function startDemo(settings: DemoSettings): Promise<RunningDemo> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${settings.port} is taken by another program.`) : error,
      ),
    )
    server.listen({ port: settings.port, host: settings.host }, resolve)
  })
  const url = `http://${settings.host}:${(server.address() as AddressInfo).port}`
  const quiet = settings.sandbox
    ? createQuietShop({
        sandbox: settings.sandbox,
        publicUrl: url + QUIET_PATH,
        // `npm start` prints localhost, and listens on 127.0.0.1.
        allowedOrigins: ['localhost', '127.0.0.1'].map(
          (host) => `http://${host}:${settings.pagePort ?? new URL(url).port}`,
        ),
        graceSeconds: settings.graceSeconds,
      })
    : undefined

  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', url).pathname
    if (quiet && path.startsWith(`${QUIET_PATH}/`)) {
      quiet.handle(request, response)
      return
    }
    answer(request, response, path, settings).catch((error: unknown) => {
      const status = error instanceof HttpError ? error.status : 500
      if (status === 500) console.error(error)
      sendJson(
        response,
        { error: error instanceof HttpError ? error.message : 'The demo’s server failed.' },
        status,
      )
    })
  })
  return {
    url,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await quiet?.close()
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  settings: DemoSettings,
): Promise<void> {
  switch (`${request.method} ${path}`) {
    case 'GET /config.json':
      return sendJson(response, configOf(settings))
    case 'POST /wallet/pay':
      return sendJson(response, await payFromBrowser(settings, await readOwnJson(request)))
    case 'POST /phone/pay':
      return sendJson(response, await payFromPhone(settings, await readOwnJson(request)))
    case 'GET /session':
      return sendJson(response, readSession(request))
    case 'GET /session/token':
      return sendJson(response, { token: createToken(request, settings) })
    case 'POST /session':
      await readOwnJson(request)
      response.setHeader('set-cookie', signInCookie())
      return sendJson(response, {})
    case 'POST /session/end':
      await readOwnJson(request)
      response.setHeader('set-cookie', signOutCookie())
      return sendJson(response, {})
    default:
      if (request.method !== 'GET') throw new HttpError(404, 'Nothing here.')
      return sendPageFile(response, path, settings)
  }
}

function configOf({ bffUrl, canRamp, sandbox }: DemoSettings): ShopConfig {
  return {
    bffUrl,
    canRamp,
    ...(sandbox ? { sandbox: { quietBffUrl: QUIET_PATH, usdPerBitcoin: 97_142 } } : {}),
  }
}
