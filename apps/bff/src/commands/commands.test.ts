import { afterEach, expect, it, vi } from 'vitest'
import { runCommand } from './commands.js'

const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => stderr.mockClear())

it.each(['strat', 'constructor', '--help'])('lists the commands for the unknown command %s', async (name) => {
  expect(await runCommand([name], {})).toBe(1)
  expect(stderr.mock.calls.join('')).toMatch(/^Unknown command\. Commands: .*start.*\.\n$/)
})

it('starts the program without a command, and reports why it cannot start', async () => {
  expect(await runCommand([], {})).toBe(1)
  expect(stderr.mock.calls.join('')).toContain('LEYDEN_API_KEY is missing.')
})
