// The game's server as a program: settings from the environment, in the foreground until a signal.
import { startGame } from './start-game.js'

const { env } = process

try {
  const game = await startGame({
    port: Number(env.PORT || 5174),
    host: env.HOST || '127.0.0.1',
    bffUrl: env.LEYDEN_BFF_URL || 'http://localhost:4000',
    tipTo: env.LEYDEN_GAME_TIP_TO || 'alice@wallet.example',
    canRamp: env.LEYDEN_RAMP !== '0',
    sandboxUrl: env.LEYDEN_SANDBOX_URL || undefined,
  })
  console.log(`The game is at ${game.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void game.close())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
