import { useEffect, useState } from 'react'
import type { ShopConfig } from '../server/shop-config.js'
import { installBrowserWallet } from './browser-wallet.js'
import { BuyBitcoin } from './buy-bitcoin.js'
import { BuyPrint } from './buy-print.js'
import { CreatorChoice } from './creator-choice.js'
import { CREATORS, type Creator, SOMEONE_ELSE } from './creators.js'
import { LanguageChoice } from './language-choice.js'
import { useShopLanguage } from './shop-language.js'
import type { ShopTexts } from './shop-texts.js'
import { fromUrl, keepInUrl } from './shop-url.js'
import { TipJar } from './tip-jar.js'
import { type User, useCustomer } from './use-customer.js'
import { FOCUS, type OpenInvoice, WalletPanel, type WalletSettings } from './wallet-panel.js'

/** The width of header, content and footer. */
const PAGE = 'mx-auto max-w-304 px-[clamp(0.75rem,4vw,1.75rem)]'

export function Shop({ config, initialUser }: { config: ShopConfig; initialUser: User | null }) {
  const { sandbox } = config
  const creators = sandbox ? [...CREATORS, SOMEONE_ELSE] : [SOMEONE_ELSE]
  const [creator, setCreator] = useState(() => chosenBefore(creators) ?? creators[0] ?? SOMEONE_ELSE)
  const [wallets, setWallets] = useState<WalletSettings>({
    hasBrowserWallet: sandbox !== undefined,
    isLying: false,
    shopHears: true,
  })
  const [invoice, setInvoice] = useState<OpenInvoice | null>(null)
  const [isBuying, setBuying] = useState(false)
  const { user, signIn, signOut } = useCustomer(initialUser)
  const { language, chooseLocale } = useShopLanguage()
  const { texts } = language

  const { hasBrowserWallet, isLying } = wallets
  useEffect(
    () => (hasBrowserWallet ? installBrowserWallet({ isLying }) : undefined),
    [hasBrowserWallet, isLying],
  )

  const bffUrl = sandbox && !wallets.shopHears ? sandbox.quietBffUrl : config.bffUrl
  return (
    <>
      <header className="border-b border-line">
        <div className={`${PAGE} flex min-h-15 items-center justify-between gap-3 py-2`}>
          <span className="font-serif text-lg font-semibold whitespace-nowrap sm:text-xl">
            Lantern Street
          </span>
          <LanguageChoice language={language} onLocale={chooseLocale} />
        </div>
      </header>

      <main className={`${PAGE} py-5`}>
        <h1 className="font-serif text-[clamp(1.75rem,5vw,2.25rem)] leading-[1.12] font-semibold tracking-[-0.015em] text-balance">
          {texts.heading}
        </h1>
        <p className="mt-2 text-[1.0625rem] text-soft">{texts.lead}</p>
        {creators.length > 1 && (
          <CreatorChoice
            creators={creators}
            texts={texts}
            chosen={creator}
            onChoose={(chosen) => {
              setCreator(chosen)
              setInvoice(null)
              keepInUrl({ to: chosen.id })
            }}
          />
        )}

        <div className="mt-3 grid items-start gap-8 tall:md:grid-cols-[23.5rem_minmax(0,1fr)]">
          <div>
            <Column title={creator.address ? texts.tip(creator.name) : texts.tipAnAddress} id="tip">
              <TipJar
                // With another shop, recipient or wallet, the widget starts again.
                key={`${creator.id} ${bffUrl} ${hasBrowserWallet}`}
                creator={creator}
                bffUrl={bffUrl}
                language={language}
                onInvoice={setInvoice}
              />
              {sandbox && !creator.address && <AddressesToTry texts={texts} />}
            </Column>
            <Drawer title={texts.noBitcoin} id="ramp" isOpen={isBuying}>
              {config.canRamp ? (
                <>
                  <BuyBitcoin
                    bffUrl={config.bffUrl}
                    language={language}
                    user={user}
                    onUnderWay={() => setBuying(true)}
                  />
                  <p className="mt-3 flex flex-wrap items-center gap-x-3">
                    {user?.name}
                    <button
                      type="button"
                      className={`${FOCUS} min-h-11 cursor-pointer font-semibold underline underline-offset-3`}
                      onClick={user ? signOut : signIn}
                    >
                      {user ? texts.signOut : texts.signIn('Dana')}
                    </button>
                  </p>
                </>
              ) : (
                <p className="rounded-[20px] border border-line p-5 text-sm text-soft">{texts.noRamp}</p>
              )}
            </Drawer>
          </div>
          <img
            src={`./creators/${creator.id}.svg`}
            alt=""
            className="sticky top-6 w-full rounded-[20px] not-tall:hidden max-md:hidden dark:brightness-88"
          />
        </div>

        {config.sells && (
          <Column title={texts.buyPrint} id="print">
            <BuyPrint bffUrl={config.bffUrl} language={language} onInvoice={setInvoice} />
          </Column>
        )}

        {sandbox && (
          <Drawer title={texts.yourWallets} id="wallets" isOpen={invoice !== null}>
            <WalletPanel
              language={language}
              invoice={invoice}
              settings={wallets}
              onChange={(changed) => {
                setWallets(changed)
                if (changed.shopHears !== wallets.shopHears) setInvoice(null)
              }}
            />
          </Drawer>
        )}
      </main>

      <footer className={`${PAGE} border-t border-line pt-5 pb-8 text-sm text-soft`}>
        {sandbox ? texts.playMoney : texts.realMoney}
      </footer>
    </>
  )
}

/** The creator in the URL, so that a reload shows the same tip jar and its receipt. */
function chosenBefore(creators: Creator[]): Creator | undefined {
  const id = fromUrl('to')
  return creators.find((creator) => creator.id === id)
}

function Column({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section
      aria-labelledby={`${id}-heading`}
      className="mt-6 w-full max-w-150 min-w-0 first:mt-0 tall:max-w-94"
    >
      <h2 id={`${id}-heading`} className="mb-3 font-serif text-xl leading-[1.3] font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A line that opens what is less important than the tip jar: at a press, or when the page has news in it. */
function Drawer(props: { id: string; title: string; isOpen: boolean; children: React.ReactNode }) {
  const { id, title, isOpen, children } = props
  const [isChosen, setChosen] = useState(false)
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 w-full max-w-150 min-w-0 tall:max-w-94">
      <details open={isOpen || isChosen} onToggle={(event) => setChosen(event.currentTarget.open)}>
        <summary className={`${FOCUS} min-h-7 cursor-pointer`}>
          <h2 id={`${id}-heading`} className="inline font-semibold">
            {title}
          </h2>
        </summary>
        <div className="mt-3">{children}</div>
      </details>
    </section>
  )
}

/** The addresses of the sandbox, and how it behaves for each. */
function AddressesToTry({ texts }: { texts: ShopTexts }) {
  return (
    <details className="mt-3.5 text-sm text-soft">
      <summary className={`${FOCUS} min-h-7 cursor-pointer font-semibold`}>{texts.addressesToTry}</summary>
      <ul className="mt-1.5 grid list-disc gap-1.5 ps-4.5">
        {Object.entries(texts.addresses).map(([address, about]) => (
          <li key={address}>
            <code className="wrap-anywhere text-ink">{address}</code>: {about}
          </li>
        ))}
      </ul>
    </details>
  )
}
