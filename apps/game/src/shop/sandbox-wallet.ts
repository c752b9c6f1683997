/** A WebLN wallet that pays from the sandbox: no money moves. It exists only if the server has a sandbox. */
export function offerSandboxWallet(): void {
  const webln = {
    enable: async () => {},
    sendPayment: async (invoice: string) => {
      // Sent as text, because JSON from a frame with an opaque origin would need a preflight request.
      const response = await fetch('/wallet/pay', { method: 'POST', body: JSON.stringify({ invoice }) })
      if (!response.ok) throw new Error('The sandbox wallet did not pay.')
      return (await response.json()).data as { preimage: string }
    },
  }
  Object.assign(window, { webln })
  window.dispatchEvent(new Event('webln:ready'))
}
