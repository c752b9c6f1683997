/** What a page of the bench measures: something with a field or a button. */
export type Mount = (container: HTMLElement, index: number) => () => void

declare global {
  interface Window {
    mount: Mount
    /** What the last of `?widgets` was mounted in. Libraries may append to the body too. */
    last: HTMLElement | undefined
  }
}

/** Mounts as many as `?widgets` says, and keeps `mount` for what is measured later. */
export function defineContender(mount: Mount): void {
  window.mount = mount
  const count = Number(new URLSearchParams(location.search).get('widgets') ?? 1)
  for (let index = 0; index < count; index++) {
    window.last = document.body.appendChild(document.createElement('div'))
    mount(window.last, index)
  }
}

/** With `?addresses`, widget after widget gets one of so many addresses, and an amount; without, people type both. */
export function termsOf(index: number): { address: string; amountSats: number } | undefined {
  const addresses = Number(new URLSearchParams(location.search).get('addresses') ?? 0)
  return addresses > 0
    ? { address: `alice${index % addresses}@wallet.example`, amountSats: 2_100 }
    : undefined
}
