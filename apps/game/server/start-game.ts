import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { BFF_PATH, itemShop } from './item-shop.js'
import type { GameSettings } from './settings.js'

export interface RunningGame {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** The built game: dist/page beside this file's dist/server. */
const PAGE = fileURLToPath(new URL('../page/', import.meta.url))
const EMBED = dirname(fileURLToPath(import.meta.resolve('@leyden/embed/leyden.js')))

/** Serves the built game; rejects with a readable message if its port is in use. */
export async function startGame(settings: GameSettings): Promise<RunningGame> {
  const { port, host, bffUrl, tipTo, canRamp, sandbox } = settings
  const app = express().disable('x-powered-by')
  const server = app.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken by another program.`) : error
  })
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const shop = sandbox && itemShop(url, sandbox, settings)

  if (shop) app.use(BFF_PATH, shop.handle)
  app.use((_, response, next) => {
    response.set({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Frames with an opaque origin load modules cross-origin.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    next()
  })
  app.get('/config.json', (_, response) => {
    response.json({ bffUrl: shop ? BFF_PATH : bffUrl, tipTo, canRamp, item: shop?.item })
  })
  if (shop) app.use(shop.routes)
  // The game with the headers that threads need.
  app.get('/isolated', (_, response) => {
    response.set({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.sendFile('index.html', { root: PAGE })
  })
  app.use(express.static(PAGE, { extensions: ['html'] }), express.static(EMBED))

  return {
    url,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await shop?.close()
    },
  }
}
