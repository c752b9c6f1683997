import { readFileSync } from 'node:fs'
import { type PaymentSettings, readPaymentSettings } from '@leyden/bff/settings'
import { type CheckAddressOptions, checkAddress } from '@leyden/lnurl/check'
import { type Check, ok, problem, unknown, warning } from './check.js'
import { sourceFiles } from './check-source.js'
import { packageFolder } from './package-folder.js'

/** Names that no public server has (RFC 2606). */
const RESERVED = /\.(example|test|localhost|invalid)$|@localhost$/i
/** The most addresses of an app whose servers are asked. */
const MAX_ADDRESSES = 3

/** The settings that `readPaymentSettings` reads. */
const SETTINGS = ['LEYDEN_PROVIDER', 'LEYDEN_SETTLES', 'LEYDEN_NWC_URL', 'LEYDEN_ADMIN_TOKEN']
/** Optional packages that a wallet needs. */
const WALLET_PACKAGES = ['nostr-tools', 'ws']

const IN_ENV =
  'Put one of these into .env. LEYDEN_PROVIDER=verified-first: the recipient’s own server reports payments, if "create-leyden check <address>" says that it verifies them. LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1: a wallet of yours reports them. LEYDEN_SETTLES=1: your own server calls POST /api/leyden/admin/settle.'
const IN_CODE =
  'Pass one of these to createBff. pay: verifiedFirst(lnurlProvider(), service): the recipient’s own server reports payments, if "create-leyden check <address>" says that it verifies them. settles: true and settlement: nwc({ url }): a wallet of yours reports them. settles: true: your own server calls POST /api/leyden/admin/settle.'

const NOBODY = 'Live, nobody sees a payment by QR code: the page says “We cannot see this payment”.'
const NO_WALLET = problem(
  `A wallet shall report payments, but ${WALLET_PACKAGES.join(' or ')} is not installed.`,
  `npm install ${WALLET_PACKAGES.join(' ')}`,
)

/**
 * Checks whether payments by QR code will be seen once the app is live. In the sandbox they always are.
 *
 * @param setting the value of a setting of the app
 * @param options how recipients are asked, for those on this machine
 */
export async function checkPayments(
  root: string,
  setting: (name: string) => string | undefined,
  options: CheckAddressOptions = {},
): Promise<Check> {
  const text = sourceFiles(root)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const app: App = { root, text, hasServer: /\bcreateBff\(/.test(text), options }
  // The program and the apps of this tool read the settings. Any other server says it in its code.
  if (app.hasServer && !/\breadPaymentSettings\(/.test(text)) return checkCode(app, setting)
  let settings: PaymentSettings
  try {
    settings = readPaymentSettings(Object.fromEntries(SETTINGS.map((name) => [name, setting(name)])))
  } catch (error) {
    return problem(
      (error as Error).message.replaceAll('\n', ' '),
      `The server does not start like this. ${IN_ENV}`,
    )
  }
  return checkSettings(app, settings)
}

interface App {
  root: string
  /** The source of the app. */
  text: string
  /** Whether the source makes the BFF. Otherwise the BFF is the program, somewhere else. */
  hasServer: boolean
  options: CheckAddressOptions
}

async function checkSettings(app: App, { provider, settles, settlement }: PaymentSettings): Promise<Check> {
  if (settlement !== undefined && lacksWallet(app)) return NO_WALLET
  const how =
    settlement === undefined
      ? 'when your server calls POST /api/leyden/admin/settle (LEYDEN_SETTLES)'
      : 'because your wallet reports them (LEYDEN_NWC_URL)'
  if (settles === true) return ok(`Payments are seen ${how}.`)
  const reported = settles || []
  const isReported = (address: string) =>
    reported.some((each) => each.toLowerCase() === address.toLowerCase())
  const addresses = addressesIn(app.text)
  const others = addresses.filter((address) => !isReported(address))
  if (reported.length > 0 && others.length === 0)
    return ok(`Payments to ${reported.join(', ')} are seen ${how}.`)
  if (provider !== 'service') return recipientsVerify(others, app.options)
  return reported.length > 0
    ? warning(
        `Live, nobody sees a payment by QR code to ${others.join(', ')}: LEYDEN_SETTLES does not list it.`,
        IN_ENV,
      )
    : warning(NOBODY, IN_ENV)
}

/** Judges a server of one's own by its code. */
async function checkCode(app: App, setting: (name: string) => string | undefined): Promise<Check> {
  const { text, options } = app
  if (/\bnwc\(/.test(text) && lacksWallet(app)) return NO_WALLET
  if (/\bsettles:\s*(?:true|\[)/.test(text))
    return ok('Payments are seen when your server or wallet reports them (settles).')
  if (/\bsettles:(?!\s*false\b)|^\s*settles,/m.test(text))
    return unknown(
      'The code computes the option settles, so this cannot be checked. Live, it may be true only if your server or wallet reports payments.',
    )
  if (/\b(?:verifiedFirst|lnurlProvider)\(/.test(text)) return recipientsVerify(addressesIn(text), options)
  const unread = SETTINGS.slice(0, 3).filter((name) => setting(name) !== undefined && !text.includes(name))
  const without = unread.map((name) => ` The code of this app does not read ${name}.`)
  return warning(`${NOBODY}${without.join('')}`, IN_CODE)
}

function lacksWallet({ root, hasServer }: App): boolean {
  return hasServer && WALLET_PACKAGES.some((name) => packageFolder(name, root) === undefined)
}

/** The Lightning Addresses that the app's own pages fix. */
function addressesIn(text: string): string[] {
  const found = [...text.matchAll(/\baddress=\{?["'`]([^"'`\s]+@[^"'`\s]+)["'`]/g)]
  return [...new Set(found.flatMap(([, address]) => address ?? []))]
}

/** Asks the servers of the app's addresses whether they verify payments. */
async function recipientsVerify(addresses: readonly string[], options: CheckAddressOptions): Promise<Check> {
  const isAsked = (address: string) => options.localServer !== undefined || !RESERVED.test(address)
  const own = addresses.filter(isAsked).slice(0, MAX_ADDRESSES)
  if (own.length === 0)
    return unknown(
      'Live, payments are seen if the server of the address verifies them: put your own address into the page, and run "create-leyden check <address>".',
    )
  const reports = await Promise.all(
    own.map(async (address) => {
      const { checks, requests, invoiceMsat } = await checkAddress(address, options)
      const isWrong = checks.some(({ step, status }) => step === 'verify' && /problem|unknown/.test(status))
      const isVerified = requests.some(({ step }) => step === 'verify') && !isWrong
      return { address, isAnswered: invoiceMsat !== undefined, isVerified }
    }),
  )
  const silent = reports.filter(({ isAnswered }) => !isAnswered).map(({ address }) => address)
  if (silent.length > 0)
    return unknown(`${silent.join(', ')} made no invoice: "create-leyden check ${silent[0]}" says why.`)
  const unseen = reports.filter(({ isVerified }) => !isVerified).map(({ address }) => address)
  if (unseen.length === 0) return ok(`Payments to ${own.join(', ')} are seen: its server verifies them.`)
  return warning(
    `Payments by QR code to ${unseen.join(', ')} are not seen: its server does not verify them.`,
    'Use an address whose server does, or report payments yourself by your wallet or server: docs/settlement.md of the repository.',
  )
}
