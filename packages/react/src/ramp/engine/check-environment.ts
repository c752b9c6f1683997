import { isInAppBrowser } from '../../foundation/page/in-app-browser.js'
import type { BlockReason } from '../flow/ramp-state.js'

/** One thing that can keep a widget from working on this page. Only `problem` is proof. */
export interface Finding<Check extends string = string> {
  /** The name of the check. */
  check: Check
  /** The result; `unknown` if the browser does not report it. */
  result: 'ok' | 'problem' | 'unknown'
  /** What the developer has to change on the page, or the header to add. Undefined if there is no problem. */
  fix?: string | undefined
}

export interface Examination {
  /** The origins that the ramp's page may have. */
  origins: readonly string[]
  /** The features without which the page cannot work, such as `camera`. */
  needs: readonly string[]
}

/** Chromium's API for the Permissions-Policy; other browsers have none. */
interface PolicyAsker {
  featurePolicy?: { allowsFeature(feature: string): boolean } | undefined
}

/**
 * Checks, before a frame is loaded, whether something keeps a ramp's page from working in a frame of this page. The
 * effect of a `frame-src` or an embedder policy cannot be known before; the browser reports it afterwards.
 */
export function checkEnvironment({ origins, needs }: Examination): Finding<BlockReason>[] {
  const results: Record<BlockReason, Finding['result']> = {
    // If the browser does not report it, as jsdom, it is not proven.
    insecure_context: window.isSecureContext === false ? 'problem' : 'ok',
    // Frames inherit our sandbox. In an opaque origin nobody can sign in, because all such origins look the same.
    sandbox: window.origin === 'null' ? 'problem' : window.parent === window ? 'ok' : 'unknown',
    permissions_policy: policyResult(origins, needs),
    in_app_browser: inAppResult(),
    frame_src: 'unknown',
    coep: 'unknown',
  }
  const fixes = fixesFor({ origins, needs })
  return (Object.keys(results) as BlockReason[]).map((check) => {
    const result = results[check]
    return { check, result, fix: result === 'ok' ? undefined : fixes[check] }
  })
}

function policyResult(origins: readonly string[], needs: readonly string[]): Finding['result'] {
  const [origin] = origins
  if (needs.length === 0 || origin === undefined) return 'unknown'
  // The frame is never inserted, so nothing is loaded. The browser computes its permissions nevertheless.
  const frame: HTMLIFrameElement & PolicyAsker = document.createElement('iframe')
  frame.allow = allowAttribute(needs, [origin])
  frame.src = origin
  // Read once and last, because Chromium does not change its answer after the first read.
  const policy = frame.featurePolicy
  if (!policy) return 'unknown'
  return needs.every((feature) => policy.allowsFeature(feature)) ? 'ok' : 'problem'
}

function inAppResult(): Finding['result'] {
  if (!isInAppBrowser()) return 'ok'
  // Some of these apps allow the camera. One without `mediaDevices` does not.
  return window.isSecureContext && !navigator.mediaDevices ? 'problem' : 'unknown'
}

/** `camera https://a https://b; payment https://a https://b`: the default, the frame's first origin, is lost on a redirect. */
export function allowAttribute(features: readonly string[], origins: readonly string[]): string {
  return features.map((feature) => [feature, ...origins].join(' ')).join('; ')
}

/** The advice for the developer for each reason. */
export function fixesFor({ origins, needs }: Examination): Readonly<Record<BlockReason, string>> {
  const all = origins.join(' ')
  const listed = origins.map((origin) => `"${origin}"`).join(' ')
  const allowed = needs.map((feature) => `${feature}=(self ${listed})`).join(', ')
  return {
    insecure_context: 'Serve this page, and every page it is framed in, over https.',
    frame_src: `Add to this page's header: Content-Security-Policy: frame-src ${all}`,
    permissions_policy: `Add to this page's header: Permissions-Policy: ${allowed}; and where it is framed itself, to that frame: allow="${needs.join('; ')}"`,
    sandbox:
      'Add allow-same-origin, allow-forms and allow-popups to the sandbox of the frame that this page is in.',
    coep: `Send Cross-Origin-Embedder-Policy from pages without this widget only, or have ${all} send Cross-Origin-Embedder-Policy: require-corp and Cross-Origin-Resource-Policy: cross-origin.`,
    in_app_browser:
      "Ask people to open this page in their phone's browser: pages in this app cannot use the camera.",
  }
}
