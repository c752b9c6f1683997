import { useEffect, useRef, useState } from 'react'
import type { ShopConfig } from '../server/shop-config.js'
import { installBrowserWallet } from './browser-wallet.js'
import { BuyBitcoin } from './buy-bitcoin.js'
import { CreatorChoice } from './creator-choice.js'
import { CREATORS, SOMEONE_ELSE } from './creators.js'
import { TipJar } from './tip-jar.js'
import { type User, useCustomer } from './use-customer.js'
import { type OpenInvoice, WalletPanel } from './wallet-panel.js'

export function Shop({ config, initialUser }: { config: ShopConfig; initialUser: User | null }) {
  const { sandbox } = config
  const creators = sandbox ? [...CREATORS, SOMEONE_ELSE] : [SOMEONE_ELSE]
  const [creator, setCreator] = useState(creators[0] ?? SOMEONE_ELSE)
  const [shopHears, setShopHears] = useState(true)
  const [hasBrowserWallet, setHasBrowserWallet] = useState(sandbox !== undefined)
  const [isLying, setIsLying] = useState(false)
  const [invoice, setInvoice] = useState<OpenInvoice | null>(null)
  const [loadedAt] = useState(() => new Date())
  const { user, signIn, signOut } = useCustomer(initialUser)

  const lying = useRef(isLying)
  lying.current = isLying
  useEffect(
    () => (hasBrowserWallet ? installBrowserWallet(() => lying.current) : undefined),
    [hasBrowserWallet],
  )

  const bffUrl = sandbox && !shopHears ? sandbox.quietBffUrl : config.bffUrl
  return (
    <>
      <header className="top">
        <div className="top-inner">
          <span className="brand">Lantern Street</span>
          {user ? (
            <span className="who">
              {user.name}
              <button type="button" className="link" onClick={signOut}>
                Sign out
              </button>
            </span>
          ) : (
            <button type="button" className="link" onClick={signIn}>
              Sign in as Dana
            </button>
          )}
        </div>
      </header>

      <main>
        <h1>Like it? Tip the person who made it.</h1>
        <p className="lead">
          Three artists, no ads, no middleman: your tip goes straight to their own wallets, over Lightning.
        </p>
        {creators.length > 1 && (
          <CreatorChoice
            creators={creators}
            chosen={creator}
            onChoose={(chosen) => {
              setCreator(chosen)
              setInvoice(null)
            }}
          />
        )}

        <div className="columns">
          <section aria-labelledby="tip-heading">
            <h2 id="tip-heading">{creator.address ? `Tip ${creator.name}` : 'Tip a Lightning Address'}</h2>
            <TipJar
              // Another shop, another recipient or another set of wallets is another visit.
              key={`${creator.id} ${bffUrl} ${hasBrowserWallet}`}
              creator={creator}
              bffUrl={bffUrl}
              usdPerBitcoin={sandbox?.usdPerBitcoin}
              loadedAt={loadedAt}
              onInvoice={setInvoice}
            />
            {sandbox && !creator.address && <AddressesToTry />}
          </section>

          {sandbox && (
            <section aria-labelledby="wallets-heading">
              <h2 id="wallets-heading">Your wallets</h2>
              <WalletPanel
                invoice={invoice}
                hasBrowserWallet={hasBrowserWallet}
                onBrowserWallet={setHasBrowserWallet}
                isLying={isLying}
                onLying={setIsLying}
                shopHears={shopHears}
                onShopHears={(hears) => {
                  setShopHears(hears)
                  setInvoice(null)
                }}
              />
            </section>
          )}

          <section aria-labelledby="ramp-heading">
            <h2 id="ramp-heading">No bitcoin yet?</h2>
            {config.canRamp ? (
              <BuyBitcoin bffUrl={config.bffUrl} user={user} />
            ) : (
              <p className="panel panel-note">
                You cannot buy bitcoin here yet, because the provider cannot reach this shop’s server. If this
                is your server, its terminal says what to set.
              </p>
            )}
          </section>
        </div>
      </main>

      <footer>
        {sandbox
          ? 'A demo with play money: the creators and their wallets are made up, too.'
          : 'A demo with the real service: payments here are real.'}
      </footer>
    </>
  )
}

function AddressesToTry() {
  return (
    <details className="try">
      <summary>Addresses to try</summary>
      <ul>
        <li>
          <code>alice@wallet.example</code>: takes 10 to 150,000 sats
        </li>
        <li>
          <code>bob@mail.example</code>: an ordinary e-mail address
        </li>
        <li>
          <code>wrongamount@wallet.example</code>: sends an invoice for the wrong amount
        </li>
        <li>
          <code>shortlived@wallet.example</code>: its invoices expire within seconds
        </li>
        <li>
          <code>down@wallet.example</code>: cannot be reached
        </li>
      </ul>
    </details>
  )
}
