import { loadOptional } from '../../kernel/foundation/optional-package.js'

/**
 * Loads the libraries that only this entry needs, optional peer dependencies, when the source starts.
 *
 * @throws Error with the command to install them.
 */
export function loadNostrLibraries() {
  return loadOptional('nwc()', 'nostr-tools ws', async () => {
    const [{ AbstractRelay }, { finalizeEvent, getPublicKey, verifyEvent }, nip04, nip44, { WebSocket }] =
      await Promise.all([
        import('nostr-tools/abstract-relay'),
        import('nostr-tools/pure'),
        import('nostr-tools/nip04'),
        import('nostr-tools/nip44'),
        import('ws'),
      ])
    return { AbstractRelay, finalizeEvent, getPublicKey, verifyEvent, nip04, nip44, WebSocket }
  })
}

export type NostrLibraries = Awaited<ReturnType<typeof loadNostrLibraries>>
