import { parseArgs } from 'node:util'
import { RAMP_FIELDS } from '@leyden/lightning'
import { openProgram } from '../program.js'
import type { Command } from './command.js'

const USAGE = `Usage: leyden-bff release <event id>… | --all [--field <field>]
The fields are ${RAMP_FIELDS.join(', ')}.`

/**
 * `leyden-bff release <event id>…` releases held events, and `--all` every event that is held because it contradicts its
 * session, or only those that are held for one field. The running program delivers them.
 */
export const release: Command = async (args, env) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean' }, field: { type: 'string' } },
  })
  const { all = false, field } = values
  const known = RAMP_FIELDS.find((name) => name === field)
  if (all === positionals.length > 0 || (field !== undefined && (!all || known === undefined)))
    throw new Error(USAGE)
  const { bff, ops, store } = await openProgram(env, { log: () => {} })
  try {
    for (const id of positionals) await ops.release(id)
    const released = all ? await ops.releaseAll(known) : positionals.length
    process.stdout.write(`${released} ${released === 1 ? 'event' : 'events'} released.\n`)
    return 0
  } finally {
    await bff.close()
    await store.close()
  }
}
