import { checkCharge } from './check-charge.js'
import { checkClock } from './check-clock.js'
import { checkMode } from './check-mode.js'
import { checkOrigins } from './check-origins.js'
import { checkProxy } from './check-proxy.js'
import { checkRamp } from './check-ramp.js'
import { checkRates } from './check-rates.js'
import type { CheckResult } from './check-result.js'
import type { CheckRun } from './check-run.js'
import { checkStore } from './check-store.js'

interface Check {
  /** The description in Markdown, which `npm run tables` writes into `docs/operations.md`. */
  about: string
  /** @returns undefined if another finding already reports the problem. */
  check: (run: CheckRun) => CheckResult | undefined | Promise<CheckResult | undefined>
}

/** Every check, by the subject of its finding, in the order of the report. */
export const CHECKS = {
  'look-up': {
    about:
      'whether the provider replies and accepts the API key. The check looks up the address that you pass. If you pass none, it looks up an address of `LEYDEN_SETTLES` or `LEYDEN_ADDRESSES`, or else an address that does not exist',
    check: async ({ lookUp }) => (await lookUp).result,
  },
  charge: {
    about:
      'whether the provider creates an invoice, and the invoice passes all checks: network (`LEYDEN_NETWORK`), amount, expiry, signature',
    check: checkCharge,
  },
  ramp: {
    about:
      "whether a session opens, and the origin of the ramp's page is one of `LEYDEN_RAMP_ORIGINS`. With `--email you@shop.example` the check shows the origin before you set `LEYDEN_RAMP_ORIGINS`",
    check: checkRamp,
  },
  webhook: {
    about: 'whether a webhook arrives unchanged through the public URL',
    check: async ({ webhook }) => (await webhook).result,
  },
  proxy: {
    about:
      "whether the BFF knows the client's IP address, from its host or from a proxy that it trusts (`LEYDEN_TRUSTED_PROXIES`)",
    check: checkProxy,
  },
  mode: {
    about:
      'whether `LEYDEN_MODE` matches the network and the `livemode` of the latest webhook. The second needs `/admin/check`, because only the running program has received a webhook',
    check: checkMode,
  },
  clock: { about: "whether this machine's clock is within a minute of the service's", check: checkClock },
  store: { about: 'whether the store can be written, read and erased', check: checkStore },
  origins: {
    about: 'whether the pages of `--origin` are allowed, and all allowed pages use TLS',
    check: checkOrigins,
  },
  rates: {
    about:
      'whether the source of exchange rates replies. A failure is only a warning, because pages without rates show satoshis',
    check: checkRates,
  },
} satisfies Record<string, Check>

type CheckSubject = keyof typeof CHECKS
export const CHECK_SUBJECTS = Object.keys(CHECKS) as CheckSubject[]
