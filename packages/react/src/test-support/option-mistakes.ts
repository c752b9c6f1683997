import type { OptionSubject } from '../foundation/options/option-warnings.js'

/** A mistake in an option, as pages without TypeScript make it. */
export interface OptionMistake {
  /** The option that the console names. */
  option: string
  /** The props as a page writes them. */
  code: string
  /** The same props as values. */
  props: object
  /** What people see: the widget is inert, or it works without the option. */
  screen: 'inert' | 'works'
  /** Whether the option is a name that looks like an option. */
  isMisspelt?: true | undefined
}

const address = 'alice@wallet.example'
/** An order as a server signs one. */
const signed = `0123abcd.${'0a'.repeat(16)}.t1x2y3.${'9f'.repeat(16)}`

/**
 * At least one mistake for each option, and combinations. A snapshot has what the console says of each, and the tests
 * render each row.
 */
export const optionMistakes: { readonly [S in OptionSubject]: readonly OptionMistake[] } = {
  pay: [
    inert('address', 'address="alice"', { address: 'alice' }),
    inert('address', 'address={order?.address ?? null}', { address: null }),
    works('defaultAddress', 'defaultAddress={user}', { defaultAddress: { name: 'alice' } }),
    works('defaultAddress', `address="${address}" defaultAddress="bob@wallet.example"`, {
      address,
      defaultAddress: 'bob@wallet.example',
    }),
    inert('amountSats', 'amountSats={21.5}', { address, amountSats: 21.5 }),
    inert('amountSats', 'amountSats="2100"', { address, amountSats: '2100' }),
    inert('amountSats', 'amountSats={2_100_000_000_000_001}', { amountSats: 2_100_000_000_000_001 }),
    works('defaultAmountSats', 'defaultAmountSats="500"', { defaultAmountSats: '500' }),
    works('presets', 'presets={[500, 2.5]}', { presets: [500, 2.5] }),
    inert('description', 'description={4711}', { description: 4711 }),
    works('defaultDescription', 'defaultDescription={4711}', { defaultDescription: 4711 }),
    inert('reference', 'reference={4711}', { reference: 4711 }),
    inert('intent', 'intent={{ address, amountSats }}', { intent: { address, amountSats: 2_100 } }),
    inert('intent', 'intent={fetchIntent()}', { intent: Promise.resolve('signed') }),
    inert('intent', 'intent={await response.text()}', { intent: '{"intent":"signed"}' }),
    works('autoInvoice', 'autoInvoice="yes"', { autoInvoice: 'yes' }),
    works('autoInvoice', `autoInvoice address="${address}"`, { address, autoInvoice: true }),
    works('fiat', 'fiat="BTC"', { fiat: 'BTC' }),
    works('fiat', 'fiat="$"', { fiat: '$' }),
    works('fiat', 'fiat={{ currency: "USD", rate: "97,000" }}', {
      fiat: { currency: 'USD', rate: '97,000' },
    }),
    inert('network', 'network="bitcoin"', { network: 'bitcoin' }),
    works('wallets', 'wallets={["Phoenix"]}', { wallets: ['Phoenix'] }),
    works('connectWallet', 'connectWallet={true}', { connectWallet: true }),
    works('buyBitcoinUrl', 'buyBitcoinUrl="javascript:buy()"', { buyBitcoinUrl: 'javascript:buy()' }),
    inert('remember', 'remember="none"', { remember: 'none' }),
    works('client', 'client="/api/leyden"', { client: '/api/leyden' }),
    ...callbackMistakes([
      'onAmountChange',
      'onCharge',
      'onPaid',
      'onExpired',
      'onUnconfirmed',
      'onDone',
      'onError',
      'onStateChange',
    ]),
    misspelt(inert('amount', `address="${address}" amount={2100}`, { address, amount: 2_100 })),
    misspelt(inert('sats', 'sats="2100"', { sats: '2100' })),
    misspelt(inert('satsAmount', 'satsAmount={2100}', { satsAmount: 2_100 })),
    misspelt(inert('total-sats', 'total-sats={2100}', { 'total-sats': 2_100 })),
    misspelt(inert('montant', 'montant="2 100"', { montant: '2 100' })),
    misspelt(inert('betrag', 'betrag="2.100,00 EUR"', { betrag: '2.100,00 EUR' })),
    misspelt(inert('preis', 'preis={21.5}', { preis: 21.5 })),
    misspelt(inert('amountsats', 'amountsats={2100}', { amountsats: 2_100 })),
    misspelt(inert('amount-sats', 'amount-sats={2100}', { 'amount-sats': 2_100 })),
    misspelt(inert('amount', 'amount={cart?.total ?? ""}', { amount: '' })),
    misspelt(inert('recipient', `recipient="${address}"`, { recipient: address })),
    misspelt(inert('user', `user="${address}"`, { user: address })),
    misspelt(inert('adresse', 'adresse="lnurl1dp68gurn8ghj7"', { adresse: 'lnurl1dp68gurn8ghj7' })),
    misspelt(inert('adress', `adress="${address}"`, { adress: address })),
    misspelt(inert('Address', `Address="${address}"`, { Address: address })),
    misspelt(inert('order', 'order={signed}', { order: signed })),
    misspelt(inert('desciption', 'desciption="Coffee"', { desciption: 'Coffee' })),
    misspelt(inert('signedIntent', 'signedIntent={intent}', { signedIntent: 'token-of-alice' })),
    misspelt(works('memo', 'memo="Coffee"', { memo: 'Coffee' })),
    misspelt(works('currency', 'currency="EUR"', { currency: 'EUR' })),
    misspelt(works('token', 'token={token}', { token: 'token-of-alice' })),
    misspelt(works('auto_invoice', 'auto_invoice', { auto_invoice: true })),
    misspelt(works('amount', 'amountSats={2100} amount={2100}', { amountSats: 2_100, amount: 2_100 })),
    misspelt(works('data-amount-sats', 'data-amount-sats="2100"', { 'data-amount-sats': '2100' })),
    misspelt(works('onPayed', 'onPayed={thank}', { onPayed: () => {} })),
  ],
  ramp: [
    inert('order', 'order={{ email }}', { order: { email: 'a@shop.example' } }),
    inert('fetchSession', 'fetchSession="/session"', { fetchSession: '/session' }),
    inert('quoteCurrency', 'quoteCurrency="US dollars"', { quoteCurrency: 'US dollars' }),
    inert('baseCurrency', 'baseCurrency={["BTC"]}', { baseCurrency: ['BTC'] }),
    inert('destination', 'destination={account}', { destination: { address } }),
    inert('destination', 'destination="alice"', { destination: 'alice' }),
    inert('metadata', 'metadata={{ count: 3 }}', { metadata: { count: 3 } }),
    inert('email', 'email="alice"', { email: 'alice' }),
    works('guest', 'guest="no"', { guest: 'no' }),
    works('presentation', 'presentation="modal"', { presentation: 'modal' }),
    works('autoStart', 'autoStart="no"', { autoStart: 'no' }),
    inert('rampOrigins', 'rampOrigins={["ramp.example"]}', { rampOrigins: ['ramp.example'] }),
    works('needs', 'needs="camera"', { needs: 'camera' }),
    works('messageAdapter', 'messageAdapter={{}}', { messageAdapter: {} }),
    inert('remember', 'remember={false}', { remember: false }),
    works('name', 'name={7}', { name: 7 }),
    works('client', 'client="/api/leyden"', { client: '/api/leyden' }),
    ...callbackMistakes([
      'onSession',
      'onReady',
      'onCompleted',
      'onExpired',
      'onUnconfirmed',
      'onBlocked',
      'onClose',
      'onDone',
      'onError',
      'onStateChange',
    ]),
    misspelt(inert('currency', 'currency="USD"', { currency: 'USD' })),
    misspelt(inert('address', `address="${address}"`, { address })),
    misspelt(
      inert('wallet', 'wallet="bitcoin:…"', { wallet: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
    ),
    misspelt(inert('session', 'session={fetchSession}', { session: async () => null })),
    misspelt(inert('intent', 'intent={order}', { intent: signed })),
    misspelt(inert('mail', 'mail={email}', { mail: 'token-of-alice' })),
    misspelt(
      inert('rampOrigin', 'rampOrigin="https://ramp.example"', { rampOrigin: 'https://ramp.example' }),
    ),
    misspelt(works('amountSats', 'amountSats={2100}', { amountSats: 2_100 })),
    misspelt(works('auto_start', 'auto_start', { auto_start: true })),
  ],
  provider: [
    inert('bffUrl', 'bffUrl={process.env.BFF}', { bffUrl: undefined }),
    inert('bffUrl', 'bffUrl="http://shop.example/"', { bffUrl: 'http://shop.example/' }),
    inert('getToken', 'getToken={token}', { bffUrl: '/leyden', getToken: 'token-of-alice' }),
    inert('credentials', 'credentials={true}', { bffUrl: '/leyden', credentials: true }),
    works('locale', 'locale="de_DE"', { bffUrl: '/leyden', locale: 'de_DE' }),
    works('language', 'language="de"', { bffUrl: '/leyden', language: 'de' }),
    works('messages', 'messages="Pay"', { bffUrl: '/leyden', messages: 'Pay' }),
    works('theme', 'theme="dark"', { bffUrl: '/leyden', theme: 'dark' }),
    works('colorScheme', 'colorScheme="night"', { bffUrl: '/leyden', colorScheme: 'night' }),
    works('connectWallet', 'connectWallet={true}', { bffUrl: '/leyden', connectWallet: true }),
    works('rampPage', 'rampPage="/buy"', { bffUrl: '/leyden', rampPage: '/buy' }),
    works('client', 'client={true}', { bffUrl: '/leyden', client: true }),
    misspelt(inert('bffURL', 'bffURL="/leyden"', { bffURL: '/leyden' })),
    misspelt(inert('token', 'token={token}', { bffUrl: '/leyden', token: 'token-of-alice' })),
    misspelt(works('network', 'network="testnet"', { bffUrl: '/leyden', network: 'testnet' })),
    misspelt(works('color_scheme', 'color_scheme="dark"', { bffUrl: '/leyden', color_scheme: 'dark' })),
  ],
}

function inert(option: string, code: string, props: object): OptionMistake {
  return { option, code, props, screen: 'inert' }
}

function works(option: string, code: string, props: object): OptionMistake {
  return { option, code, props, screen: 'works' }
}

function misspelt(mistake: OptionMistake): OptionMistake {
  return { ...mistake, isMisspelt: true }
}

function callbackMistakes(names: readonly string[]): OptionMistake[] {
  return names.map((name) => works(name, `${name}="thanks"`, { [name]: 'thanks' }))
}
