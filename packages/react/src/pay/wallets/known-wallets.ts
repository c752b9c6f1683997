/** A wallet app that can be opened with an invoice. */
export interface Wallet {
  /** The name that people know. */
  name: string
  /** The text before the invoice in its links, such as `phoenix:`. */
  prefix: string
  /**
   * The URL of a square picture, shown at 28 px. We ship no logos, because they are trademarks that we may not
   * redistribute; `docs/theming.md` has a recipe.
   *
   * @default only the name
   */
  icon?: string | undefined
}

/** Wallets with their own link, for phones on which `lightning:` opens the wrong wallet. */
export const knownWallets: readonly Wallet[] = [
  { name: 'Phoenix', prefix: 'phoenix:lightning:' },
  { name: 'Zeus', prefix: 'zeusln:lightning:' },
  { name: 'Wallet of Satoshi', prefix: 'walletofsatoshi:lightning:' },
  { name: 'Blink', prefix: 'blink:lightning:' },
  { name: 'Breez', prefix: 'breez:lightning:' },
  { name: 'BlueWallet', prefix: 'bluewallet:lightning:' },
  { name: 'Muun', prefix: 'muun:' },
  { name: 'Strike', prefix: 'strike:lightning:' },
  { name: 'Cash App', prefix: 'https://cash.app/launch/lightning/' },
  { name: 'Bitkit', prefix: 'bitkit:lightning:' },
  { name: 'Blixt', prefix: 'blixtwallet:lightning:' },
  { name: 'Aqua', prefix: 'aqua:lightning:' },
]

/** The wallets with the remembered one first. */
export function orderWallets(wallets: readonly Wallet[], last: unknown): readonly Wallet[] {
  const first = wallets.find(({ name }) => name === last)
  return first ? [first, ...wallets.filter((wallet) => wallet !== first)] : wallets
}
