import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ownCommand } from '../own-files.js'

/**
 * Who sees that a payment has arrived which no wallet in the page makes, such as one by QR code. The service itself
 * reports none.
 */
export type Witness = 'service' | 'verified-first' | 'nwc' | 'settle'

interface WitnessFacts {
  /** The answer to the question of the tool. */
  label: string
  hint: string
  /** The settings that make it so. */
  needs: string
  /** Who then sees payments by QR code. */
  who: string
  /** The lines for the env file. */
  settings: readonly string[]
}

export const NOBODY_SEES =
  'Live, nobody sees a payment by QR code: the page says “We cannot see this payment”.'

/** In the order of the question. */
export const WITNESSES: { readonly [W in Witness]: WitnessFacts } = {
  service: {
    label: 'Nobody, for now',
    hint: 'the page then says “We cannot see this payment”; a setting in .env changes it later',
    needs: 'LEYDEN_PROVIDER=service',
    who: 'nobody: the page says “We cannot see this payment”',
    settings: ['LEYDEN_PROVIDER=service'],
  },
  'verified-first': {
    label: 'The server of my Lightning Address',
    hint: 'if it verifies payments (LUD-21), as many wallets’ servers do; nothing to run',
    needs: 'LEYDEN_PROVIDER=verified-first',
    who: 'the server of the Lightning Address, if it verifies payments (LUD-21)',
    settings: ['LEYDEN_PROVIDER=verified-first'],
  },
  nwc: {
    label: 'A wallet of mine',
    hint: 'by Nostr Wallet Connect: Alby Hub, Zeus, LNbits and others',
    needs: 'LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1',
    who: 'a wallet of yours, by Nostr Wallet Connect',
    // The wallet's connection is a secret that the tool does not ask for. Until it is there, nobody reports payments.
    settings: [
      'LEYDEN_PROVIDER=service',
      '# Put the connection of your wallet here, and remove both “# ”:',
      '# LEYDEN_NWC_URL=nostr+walletconnect://…',
      '# LEYDEN_SETTLES=1',
    ],
  },
  settle: {
    label: 'A server or node of mine',
    hint: 'it calls POST /api/leyden/admin/settle',
    needs: 'LEYDEN_SETTLES=1',
    who: 'a server of yours, which calls POST /api/leyden/admin/settle',
    settings: ['LEYDEN_PROVIDER=service', 'LEYDEN_SETTLES=1'],
  },
}

/** The service alone is what the other ways add to. */
export const DEFAULT_WITNESS: Witness = 'service'

export function isWitness(name: string): name is Witness {
  return Object.hasOwn(WITNESSES, name)
}

/** The comment above the settings. */
export const WITNESS_COMMENT = [
  '# Who sees that a payment by QR code has arrived, once the app is live:',
  ...Object.values(WITNESSES).map(({ needs, who }) => `#   ${needs.padEnd(37)}  ${who}`),
  '# In place of 1, LEYDEN_SETTLES lists the Lightning Addresses whose payments are reported, separated by commas.',
]

const HOW_TO_CHECK = `Whether the server of an address verifies payments, this says: ${ownCommand('check')} <address>`

/** The settings with which somebody sees payments, in one line. */
export const HOW_TO_SEE = [
  'Put one of these into .env.',
  ...Object.entries(WITNESSES).flatMap(([name, { needs, who }]) =>
    name === DEFAULT_WITNESS ? [] : `${needs}: ${who}.`,
  ),
  HOW_TO_CHECK,
].join(' ')

/** What the tool says at its end: whether payments will be seen. */
export function witnessLines(witness: Witness): string[] {
  if (witness === 'service') return [NOBODY_SEES, HOW_TO_SEE]
  const { needs, who } = WITNESSES[witness]
  const seen = `Live, payments by QR code are seen once .env has ${needs}: ${who}.`
  return witness === 'verified-first' ? [seen, HOW_TO_CHECK] : [seen]
}

/** Whether the settings of an app say who sees payments. */
export function hasWitness(root: string): boolean {
  const files = ['.env', '.env.local'].map((name) => join(root, name)).filter((file) => existsSync(file))
  const settings = parseEnv(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
  return ['LEYDEN_PROVIDER', 'LEYDEN_NWC_URL', 'LEYDEN_SETTLES'].some((name) => settings[name] !== undefined)
}
