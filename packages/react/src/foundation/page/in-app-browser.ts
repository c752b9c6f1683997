const IN_APP =
  /\b(FBA[NV]|Instagram|Line\/|MicroMessenger|musical_ly|BytedanceWebview|Snapchat|Telegram|Twitter|LinkedInApp|GSA\/)/i

/**
 * Whether the page is in the browser of a well-known app. Such a browser has limits of its own: some have no camera, and
 * some show an error in place of the page when a link to another app is followed. On a server it is false.
 */
export function isInAppBrowser(): boolean {
  return typeof navigator !== 'undefined' && IN_APP.test(navigator.userAgent)
}
