// `npm run storybook`: the components in every state, without any server of ours.
import { join } from 'node:path'
import { root, runNode, tool } from './child.mjs'
import { installIfNeeded } from './pnpm.mjs'

try {
  await installIfNeeded()
  if ((await runNode([tool('typescript', 'tsc'), '-b', 'packages/react', 'packages/sandbox'])) !== 0) {
    throw new Error('The build failed; the lines above say why.')
  }
  // The embed's stories load its script as pages do.
  if ((await runNode([join(root, 'packages/embed/build.mjs')])) !== 0) {
    throw new Error('The script of the embed could not be built; the lines above say why.')
  }
  const port = process.env.LEYDEN_STORYBOOK_PORT || '6006'
  process.exitCode = await runNode(
    [tool('storybook'), 'dev', '--port', port, '--exact-port', '--ci', '--disable-telemetry'],
    { env: { STORYBOOK_DISABLE_TELEMETRY: '1' } },
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
