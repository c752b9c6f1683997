import { readFileSync } from 'node:fs'
import { type CheckAddressOptions, checkAddress } from '@leyden/lnurl/check'
import { type Check, ok, unknown, warning } from './check.js'
import { sourceFiles } from './check-source.js'

/** Names that no public server has (RFC 2606). */
const RESERVED = /\.(example|test|localhost|invalid)$|@localhost$/i
/** The most addresses of an app whose servers are asked. */
const MAX_ADDRESSES = 3

const FIX =
  'Put one of these into .env. LEYDEN_PROVIDER=verified-first: the recipient’s own server reports payments, if "create-leyden check <address>" says that it verifies them. LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1: a wallet of yours reports them. LEYDEN_SETTLES=1: your own server calls POST /api/leyden/admin/settle.'

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
  const settles = setting('LEYDEN_SETTLES')
  if (setting('LEYDEN_NWC_URL') !== undefined && settles !== undefined)
    return ok('Payments are seen: your wallet reports them (LEYDEN_NWC_URL).')
  if (settles !== undefined && settles !== '0')
    return ok('Payments are seen when your server calls POST /api/leyden/admin/settle (LEYDEN_SETTLES).')
  // An app of one's own has no such settings, and the calls instead.
  if (/\bsettlement:\s*(?:nwc|lnd|\w+)\(/.test(text) || /\bsettles:\s*(?:true|\[)/.test(text))
    return ok('Payments are seen when your server or wallet reports them (settles).')
  const provider = setting('LEYDEN_PROVIDER')
  const verifies =
    provider === undefined ? /\b(?:verifiedFirst|lnurlProvider)\(/.test(text) : provider !== 'service'
  if (!verifies)
    return warning('Live, nobody sees a payment by QR code: the page says “We cannot see this payment”.', FIX)
  return recipientsVerify(addressesIn(text), options)
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
      const isWrong = checks.some(({ name, status }) => name === 'verify' && /problem|unknown/.test(status))
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
    'Use an address whose server does, or report payments yourself: LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1 in .env.',
  )
}
