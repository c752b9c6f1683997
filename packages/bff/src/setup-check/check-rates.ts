import { reasonOf } from '../log.js'
import { type CheckResult, ok, skipped } from './check-result.js'
import type { CheckRun } from './check-run.js'

export async function checkRates({
  exchangeRates,
  readExchangeRate,
}: Pick<CheckRun, 'exchangeRates' | 'readExchangeRate'>): Promise<CheckResult> {
  if (!exchangeRates) return skipped('No source of exchange rates is set.')
  try {
    const { rate, as_of } = await readExchangeRate('USD')
    return ok(`The source of exchange rates answers: ${rate} USD at ${as_of}.`)
  } catch (error) {
    return {
      outcome: 'warning',
      what: `The source of exchange rates does not answer (${reasonOf(error)}): pages show satoshis only.`,
      party: 'network',
      fix: 'Check that this machine can reach it (LEYDEN_EXCHANGE_RATES), or remove exchangeRates.',
    }
  }
}
