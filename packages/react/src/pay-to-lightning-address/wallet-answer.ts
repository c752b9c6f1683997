import { checkPreimage } from '@leyden/core/invoice'
import type { BrowserWallet } from './browser-wallet.js'

export type WalletAnswer =
  | { status: 'proven'; preimage: string }
  | { status: 'refused' }
  | { status: 'unknown' }

export async function askWallet(
  wallet: BrowserWallet,
  { id, invoice }: { id: string; invoice: string },
): Promise<WalletAnswer> {
  try {
    await wallet.enable()
    const { preimage } = (await wallet.sendPayment(invoice)) ?? {}
    return typeof preimage === 'string' && checkPreimage(preimage, id)
      ? { status: 'proven', preimage }
      : { status: 'unknown' }
  } catch {
    return { status: 'refused' }
  }
}

export async function lookUpPayment(
  _: BrowserWallet,
  __: { id: string; invoice: string },
): Promise<WalletAnswer> {
  return { status: 'unknown' }
}
