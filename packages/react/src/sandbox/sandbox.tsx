import { isLocalPage } from '@leyden/core/internal'
import { useState } from 'react'
import { Button, TextButton } from '../foundation/card/buttons.js'
import { Note } from '../foundation/card/parts.js'
import { wrongOption } from '../foundation/errors/wrong-option.js'
import type { PlayWalletProps, Sandbox } from '../foundation/provider/play-money.js'
import { openPageShop, type PageShop } from './page-shop.js'
import { wordsFor } from './words.js'

/** Hosts that show what is edited, to the person who edits it. Who publishes a page elsewhere has to say so. */
const PREVIEW_HOSTS =
  /(^|\.)(webcontainer\.io|csb\.app|app\.github\.dev|gitpod\.io|preview\.construct\.net|launch\.playcanvas\.com)$/

let shop: PageShop | undefined

/**
 * The sandbox of this page, one for all its widgets.
 *
 * @throws LeydenError `BAD_REQUEST` in a page that visitors could take for a shop, and without cryptography.
 */
export function openSandbox(url: string, bffUrl: string): Sandbox {
  const { protocol, hostname } = location
  const isAllowed =
    bffUrl === 'sandbox-on-any-host' ||
    protocol === 'file:' ||
    isLocalPage(hostname) ||
    PREVIEW_HOSTS.test(hostname)
  if (!isAllowed)
    throw refusal(
      `is play money, and this page is on ${hostname}, where people may take it for real. Set the URL of your BFF, or 'sandbox-on-any-host' for a demonstration.`,
    )
  if (!isSecureContext) throw refusal('needs a page with https: elsewhere a browser has no cryptography.')
  shop ??= openPageShop(url)
  const { fetch } = shop
  return {
    fetch: (url, init) => fetch(new Request(url, init)),
    playMoney: { messages: (locale) => ({ testMode: wordsFor(locale).badge }), Wallet },
  }
}

/** Why there is none. The widget writes it to the console. */
const refusal = (reason: string) => wrongOption('bffUrl', `bffUrl 'sandbox' ${reason}`)

/** The wallet of the sandbox: what it does to the invoice of its card, a real wallet could do too. */
function Wallet({ invoice, expiresAt, locale, refusedText, onClockTurned }: PlayWalletProps) {
  const words = wordsFor(locale)
  const [hasFailed, setHasFailed] = useState(false)
  const expire = () => {
    shop?.turnClockTo(expiresAt)
    onClockTurned()
  }
  return (
    <>
      <Button icon="wallet" onClick={() => shop?.pay(invoice)}>
        {words.pay}
      </Button>
      <div className="ly-row ly-small">
        <TextButton onClick={() => setHasFailed(true)}>{words.fail}</TextButton>
        <span className="ly-grow" />
        <TextButton onClick={expire}>{words.expire}</TextButton>
      </div>
      {hasFailed && <Note tone="warn">{refusedText}</Note>}
    </>
  )
}
