/**
 * The libraries that only this entry needs: optional peer dependencies, loaded when the source starts.
 *
 * @throws Error that says what to install.
 */
export async function loadNostrLibraries() {
  try {
    const [{ AbstractRelay }, { finalizeEvent, getPublicKey, verifyEvent }, nip04, nip44, { WebSocket }] =
      await Promise.all([
        import('nostr-tools/abstract-relay'),
        import('nostr-tools/pure'),
        import('nostr-tools/nip04'),
        import('nostr-tools/nip44'),
        import('ws'),
      ])
    return { AbstractRelay, finalizeEvent, getPublicKey, verifyEvent, nip04, nip44, WebSocket }
  } catch (cause) {
    throw new Error('nwc() needs two more packages: npm install nostr-tools ws', { cause })
  }
}

export type NostrLibraries = Awaited<ReturnType<typeof loadNostrLibraries>>
