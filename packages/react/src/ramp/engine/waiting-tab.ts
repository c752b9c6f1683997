import { tryOrUndefined } from '@leyden/core/internal'
import type { RampOptions } from '../ramp-options.js'

/**
 * A tab that waits for a session. Browsers open a tab only in the tap itself, and the session comes later, so the tab is
 * opened first and pointed at the session when it is there.
 */
export interface WaitingTab {
  /** Loads the ramp's page. @returns false if the person has closed the tab meanwhile */
  show(url: string): boolean
  /** Closes the tab, because there is nothing to show in it. */
  close(): void
}

/**
 * Opens an empty tab with a text. @returns null if the browser allows none, so that the page has to show a link
 *
 * @param text what the person reads until the ramp's page loads
 */
export function openWaitingTab(text: string): WaitingTab | null {
  // A tab that no tap asks for is blocked, and the browser may complain about the page.
  if (navigator.userActivation?.isActive === false) return null
  const tab = tryOrUndefined(() => window.open('', '_blank'))
  if (!tab) return null
  const { document: page } = tab
  page.title = text
  page.body.textContent = text
  // The ramp's page gets no access to this one.
  tab.opener = null
  return {
    show(url) {
      if (tab.closed) return false
      const link = page.createElement('a')
      link.href = url
      // A navigation from here would send the address of this page.
      link.rel = 'noreferrer'
      page.body.append(link)
      link.click()
      return true
    },
    close: () => tab.close(),
  }
}

/** Whether a form asks a guest for details before a session is requested, so that the first tap opens no tab. */
export function asksGuest({
  guest,
  email,
  order,
  fetchSession,
}: Pick<RampOptions, 'guest' | 'email' | 'order' | 'fetchSession'>): boolean {
  return guest === true && email === undefined && order === undefined && fetchSession === undefined
}
