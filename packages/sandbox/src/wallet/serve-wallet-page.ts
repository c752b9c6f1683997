import { pageReply } from '../page/page-reply.js'
import { PAGE_STYLE } from '../page/page-style.js'
import { walletPage } from './page/wallet-page.js'
import { WALLET_PAGE_SCRIPT } from './page/wallet-page-script.js'

/** Serves the page of the wallet and its resources; null for every other path. */
export function serveWalletPage(pathname: string): Response | null {
  switch (pathname) {
    case '/':
      return new Response(null, { status: 302, headers: { location: '/sandbox/wallet' } })
    case '/sandbox/wallet':
      return pageReply('html', walletPage())
    case '/sandbox/wallet.js':
      return pageReply('javascript', WALLET_PAGE_SCRIPT)
    case '/sandbox/wallet.css':
      return pageReply('css', PAGE_STYLE)
    default:
      return null
  }
}
