import { type Client, type ClientOptions, createClient, type Transport } from '@leyden/core'
import { useEffect, useState } from 'react'
import { wrongOption } from '../errors/wrong-option.js'
import { createPartLoader } from '../later/part-loader.js'
import type { PlayMoney, Sandbox } from './play-money.js'
import { isSandbox } from './provider-options.js'

const sandboxPart = createPartLoader(() => import('../../sandbox/sandbox.js'))

/** @throws LeydenError `BAD_REQUEST` if its file cannot be loaded, or this page may not have a sandbox. */
async function sandboxOf(bffUrl: string): Promise<Sandbox> {
  const { openSandbox } = await sandboxPart.load().catch((cause: unknown) => {
    throw wrongOption(
      'bffUrl',
      "bffUrl 'sandbox' needs a file with the play money, which could not be loaded: leyden-sandbox.js, in the folder of the script.",
      cause,
    )
  })
  return openSandbox(URL_OF_SANDBOX, bffUrl)
}

/** The widgets keep an invoice under the URL of its BFF. A sandbox is gone after a reload, and so is its invoice. */
const URL_OF_SANDBOX = `https://sandbox.invalid/${Date.now()}`

/**
 * A client for the `bffUrl` of a page.
 *
 * @throws LeydenError `BAD_REQUEST` if it is no URL of a BFF
 */
export function clientFor(bffUrl: string, options: Omit<ClientOptions, 'baseUrl'>): Client {
  if (!isSandbox(bffUrl)) return createClient({ ...options, baseUrl: bffUrl })
  const transport: Transport = async (url, init) => (await sandboxOf(bffUrl)).fetch(url, init)
  return createClient({ ...options, baseUrl: URL_OF_SANDBOX, transport })
}

/** What widgets show of play money, once it is loaded; undefined where the BFF has a URL. */
export function usePlayMoney(bffUrl: unknown): PlayMoney | undefined {
  const [playMoney, setPlayMoney] = useState<PlayMoney>()
  useEffect(() => {
    if (!isSandbox(bffUrl)) return setPlayMoney(undefined)
    // A failure is shown by the request that needs the sandbox.
    sandboxOf(bffUrl).then(
      (sandbox) => setPlayMoney(sandbox.playMoney),
      () => {},
    )
  }, [bffUrl])
  return playMoney
}
