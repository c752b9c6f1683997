// The parts of a page that code without React uses, for tests that otherwise run in a browser.
import { setMaxListeners } from 'node:events'
import { expect } from 'vitest'

class Storage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null
  }

  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }

  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key)
  }
}

// Other tests are about code that runs on servers, and behaves differently in a page.
if (expect.getState().testPath?.includes('.browser.test.')) {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  setMaxListeners(0, window, document)
  Object.assign(globalThis, { window, document, Storage, sessionStorage: new Storage() })
}
