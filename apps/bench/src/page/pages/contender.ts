/** A widget of the bench: it has a field or a button. */
export type Mount = (container: HTMLElement, index: number) => () => void

declare global {
  interface Window {
    mount: Mount
    /** The element in which the last of `?widgets` was mounted. Libraries may also append to the body. */
    last: HTMLElement | undefined
  }
}

/** Mounts the number of `?widgets`, and keeps `mount` for later measurements. */
export function defineContender(mount: Mount): void {
  window.mount = mount
  const count = Number(new URLSearchParams(location.search).get('widgets') ?? 1)
  for (let index = 0; index < count; index++) {
    window.last = document.body.appendChild(document.createElement('div'))
    mount(window.last, index)
  }
}

/** With `?addresses`, each widget gets one of that many addresses, and an amount; without it, people type both. */
export function termsOf(index: number): { address: string; amountSats: number } | undefined {
  const addresses = Number(new URLSearchParams(location.search).get('addresses') ?? 0)
  return addresses > 0
    ? { address: `alice${index % addresses}@wallet.example`, amountSats: 2_100 }
    : undefined
}
