import { readFileSync } from 'node:fs'
import type { CheckReport } from '@leyden/bff/operations'
import { type PaymentSettings, readPaymentSettings } from '@leyden/bff/settings'
import { checkAddress } from '@leyden/lnurl/check'
import { HOW_TO_SEE, NOBODY_SEES } from '../create/witness.js'
import { ownCommand } from '../own-files.js'
import { type Check, ok, problem, unknown, warning } from './check.js'
import type { Ask } from './check-bff.js'
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

interface CheckPaymentsOptions {
  /** The folder of the app. */
  root: string
  /** Reads a setting of the app. */
  setting(name: string): string | undefined
  /** Sends a request to the running BFF. */
  ask: Ask
  /** An LNURL server on this machine to ask in place of those of the app's addresses. */
  localServer?: string | undefined
}

/** Checks whether payments by QR code will be seen once the app is live. In the sandbox they always are. */
export async function checkPayments(options: CheckPaymentsOptions): Promise<Check> {
  const { root, setting } = options
  const text = sourceFiles(root)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const hasServer = text.includes('createBff(')
  const addresses = addressesIn(text)
  // The program and the apps of this tool read the settings. Of any other server only the running BFF knows.
  if (hasServer && !text.includes('readPaymentSettings(')) return checkRunning(options, addresses[0])
  let settings: PaymentSettings
  try {
    settings = readPaymentSettings(Object.fromEntries(SETTINGS.map((name) => [name, setting(name)])))
  } catch (error) {
    return problem(
      (error as Error).message.replaceAll('\n', ' '),
      `The server does not start like this. ${HOW_TO_SEE}`,
    )
  }
  const lacksWallet = WALLET_PACKAGES.some((name) => packageFolder(name, root) === undefined)
  if (hasServer && settings.settlement.source !== undefined && lacksWallet)
    return problem(
      `A wallet shall report payments, but ${WALLET_PACKAGES.join(' or ')} is not installed.`,
      `npm install ${WALLET_PACKAGES.join(' ')}`,
    )
  return checkSettings(settings, addresses, options)
}

async function checkSettings(
  { provider, settlement: { recipients, source } }: PaymentSettings,
  addresses: readonly string[],
  { localServer }: CheckPaymentsOptions,
): Promise<Check> {
  const how =
    source === undefined
      ? 'when your server calls POST /api/leyden/admin/settle (LEYDEN_SETTLES)'
      : 'because your wallet reports them (LEYDEN_NWC_URL)'
  if (recipients === true) return ok(`Payments are seen ${how}.`)
  const reported = recipients || []
  const isReported = (address: string) =>
    reported.some((each) => each.toLowerCase() === address.toLowerCase())
  const others = addresses.filter((address) => !isReported(address))
  if (reported.length > 0 && others.length === 0)
    return ok(`Payments to ${reported.join(', ')} are seen ${how}.`)
  if (provider !== 'service') return recipientsVerify(others, localServer)
  return reported.length > 0
    ? warning(
        `Live, nobody sees a payment by QR code to ${others.join(', ')}: LEYDEN_SETTLES does not list it.`,
        HOW_TO_SEE,
      )
    : warning(NOBODY_SEES, HOW_TO_SEE)
}

/** What the setup check of the running BFF finds about payments. */
async function checkRunning({ setting, ask }: CheckPaymentsOptions, address?: string): Promise<Check> {
  const reply = await ask('/admin/check', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${setting('LEYDEN_ADMIN_TOKEN') ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ address }),
  })
  const replied = typeof reply === 'string' ? 'no reply' : `status ${reply.status}`
  const isOk = typeof reply !== 'string' && reply.ok
  const { data } = (isOk ? await reply.json().catch(() => ({})) : {}) as { data?: CheckReport }
  // Without a finding about payments, another one says what the check could not find out.
  const found = ['payments', 'look-up', 'charge']
    .map((name) => data?.findings.find(({ subject }) => subject === name))
    .find((finding) => finding !== undefined)
  if (found === undefined)
    return unknown(
      `The code of your server decides whether payments are seen. To ask the running BFF (${replied}), createBff needs operations({ token }), and .env the same LEYDEN_ADMIN_TOKEN. The first lines of its log say it, too.`,
    )
  const { subject, outcome, what, fix } = found
  const message = `The running BFF says: ${what}`
  return subject === 'payments' && outcome !== 'skipped'
    ? { status: outcome, message, fix }
    : unknown(message)
}

/** The Lightning Addresses that the app's own pages fix. */
function addressesIn(text: string): string[] {
  const found = [...text.matchAll(/\baddress=\{?["'`]([^"'`\s]+@[^"'`\s]+)["'`]/g)]
  return [...new Set(found.flatMap(([, address]) => address ?? []))]
}

/** Asks the servers of the app's addresses whether they verify payments. */
async function recipientsVerify(addresses: readonly string[], localServer?: string): Promise<Check> {
  const isAsked = (address: string) => localServer !== undefined || !RESERVED.test(address)
  const own = addresses.filter(isAsked).slice(0, MAX_ADDRESSES)
  if (own.length === 0)
    return unknown(
      `Live, payments are seen if the server of the address verifies them: put your own address into the page, and run "${ownCommand('check')} <address>".`,
    )
  const reports = await Promise.all(
    own.map(async (address) => {
      const { checks, requests, invoiceMsat } = await checkAddress(address, { localServer })
      const isWrong = checks.some(({ step, status }) => step === 'verify' && /problem|unknown/.test(status))
      const isVerified = requests.some(({ step }) => step === 'verify') && !isWrong
      return { address, isAnswered: invoiceMsat !== undefined, isVerified }
    }),
  )
  const silent = reports.filter(({ isAnswered }) => !isAnswered).map(({ address }) => address)
  if (silent.length > 0)
    return unknown(
      `${silent.join(', ')} made no invoice: "${ownCommand('check', String(silent[0]))}" says why.`,
    )
  const unseen = reports.filter(({ isVerified }) => !isVerified).map(({ address }) => address)
  if (unseen.length === 0) return ok(`Payments to ${own.join(', ')} are seen: its server verifies them.`)
  return warning(
    `Payments by QR code to ${unseen.join(', ')} are not seen: its server does not verify them.`,
    'Use an address whose server does, or report payments yourself, by a wallet (LEYDEN_NWC_URL) or a server of yours (POST /admin/settle), with LEYDEN_SETTLES.',
  )
}
