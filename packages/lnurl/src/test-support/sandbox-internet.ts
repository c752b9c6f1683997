import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSandbox, type Sandbox } from '@leyden/sandbox'
import { startTestInternet, type TestInternet } from './test-internet.js'

/** A fake internet in which one sandbox serves every domain. */
export async function startSandboxInternet(
  options: { now?: () => number } = {},
): Promise<TestInternet & { sandbox: Sandbox }> {
  const sandbox = createSandbox({ seed: 'internet', ...options })
  const internet = await startTestInternet({
    answer: (incoming, outgoing) => void answerFrom(sandbox, incoming, outgoing),
  })
  return {
    ...internet,
    sandbox,
    close: async () => {
      sandbox.close()
      await internet.close()
    },
  }
}

export async function answerFrom(
  sandbox: Sandbox,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const reply = await sandbox.lnurlFetch(new Request(`https://${incoming.headers.host}${incoming.url}`))
    outgoing.writeHead(reply.status, Object.fromEntries(reply.headers))
    outgoing.end(Buffer.from(await reply.arrayBuffer()))
  } catch {
    outgoing.destroy()
  }
}
