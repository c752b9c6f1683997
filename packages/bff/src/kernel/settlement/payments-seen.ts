import type { Log } from '@leyden/core'
import type { PayProvider } from '@leyden/core/provider'
import type { DetectsPayments } from './detected-recipients.js'

/** What makes payments visible, for each kind of shop: settings of the program and of created apps, or options. */
export const HOW_TO_SEE =
  'Set one of these, in the environment of the program or of an app of create-leyden, or in the createBff of your own server. If the server of the address verifies payments (LUD-21): LEYDEN_PROVIDER=verified-first, or pay: verifiedFirst(lnurlProvider(), service). With a wallet of your own: LEYDEN_NWC_URL and LEYDEN_SETTLES=<address>, or settlement: { recipients: [<address>], source: nwc({ url }) }. With a server of your own that learns of payments: LEYDEN_SETTLES=<address>, or settlement: { recipients: [<address>] }, and call POST /admin/settle there'

/**
 * Logs at the start whether payments will be seen: reported by this server (`settlement.recipients`), or by the recipient's own server
 * where it verifies payments (LUD-21), or by nobody.
 */
export function logWitness(
  pay: Pick<PayProvider, 'verify'>,
  recipients: boolean | readonly string[],
  log: Log,
): void {
  const reported = Array.isArray(recipients) ? recipients : []
  if (recipients === true)
    log.info(
      { code: 'PAYMENTS_SEEN', by: 'shop' },
      'Payments are seen once your wallet or server reports them to the BFF',
    )
  else if (pay.verify !== undefined)
    log.info(
      { code: 'PAYMENTS_SEEN', by: 'recipient', reported },
      'Payments are seen if the server of their recipient verifies them: POST /admin/check with the address (the program: leyden-bff check) says whether it does',
    )
  else
    log.warn(
      { code: 'PAYMENTS_UNSEEN', reported },
      `${reported.length > 0 ? `Apart from payments to ${reported.join(', ')}, nobody` : 'Nobody'} sees a payment by QR code: the page then says “We cannot see this payment”. ${HOW_TO_SEE}`,
    )
}

/** Which of these recipients this server itself reports, and which others. */
export function splitByReports(addresses: readonly string[], detectsPayments: DetectsPayments) {
  const isReported = (address: string) => detectsPayments(address.toLowerCase())
  return {
    reported: addresses.filter(isReported),
    others: addresses.filter((address) => !isReported(address)),
  }
}
