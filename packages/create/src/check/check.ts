import { type AddressReport, type CheckAddressOptions, checkAddress } from '@leyden/lnurl/check'
import { checkLines } from '../report/check-lines.js'
import { UserError } from '../user-error.js'

/** The networks of Lightning invoices. */
const NETWORKS = ['mainnet', 'testnet', 'signet', 'regtest'] as const satisfies NonNullable<
  CheckAddressOptions['network']
>[]

/** Options of {@link check}. */
export interface CheckOptions {
  /** The address to check. */
  address: string
  /** Whether to request no invoice. */
  lookUpOnly: boolean
  /** The network of the invoice. @default 'mainnet' */
  network?: string | undefined
  /** An LNURL server on this machine to request in place of all hosts. */
  server?: string | undefined
  /** Whether to print JSON instead of lines. */
  json: boolean
  /** Prints a line for the person. */
  print(text: string): void
}

/** Checks the server of a Lightning Address, prints what its operator should know, and resolves to the exit code. */
export async function check({
  address,
  json,
  print,
  server,
  lookUpOnly,
  ...options
}: CheckOptions): Promise<number> {
  const network = NETWORKS.find((each) => each === (options.network ?? 'mainnet'))
  if (!network) throw new UserError(`--network is one of ${NETWORKS.join(', ')}.`)
  const asking = checkAddress(address, { network, lookUpOnly, localServer: server })
  const report = await asking.catch((error: Error) => {
    // Only the URL of the server can be wrong.
    throw server === undefined ? error : new UserError(`--server: ${error.message}`)
  })
  print(json ? JSON.stringify(report, null, 2) : textOf(report))
  return report.ok ? 0 : 1
}

function textOf({ address, requests, checks, invoiceMsat }: AddressReport): string {
  const count = (status: string) => {
    const found = checks.filter((each) => each.status === status).length
    return `${found} ${status}${found === 1 ? '' : 's'}`
  }
  const sent = requests.map(({ step, url, status, location }) => {
    const came =
      status === undefined
        ? 'no reply'
        : `status ${status}${location === undefined ? '' : `, to ${location}`}`
    return `  ${step.padEnd(7)}  ${url}\n           ${came}`
  })
  const made =
    invoiceMsat === undefined
      ? 'No invoice was made.'
      : `An invoice over ${invoiceMsat} millisatoshis was made. Nobody has to pay it: it expires.`
  return [
    address,
    ...checkLines(checks.map(({ step, ...check }) => ({ name: step, ...check }))),
    ...(sent.length > 0 ? ['', 'What was requested, and what came:', ...sent] : []),
    '',
    made,
    `${count('problem')}, ${count('warning')}.`,
  ].join('\n')
}
