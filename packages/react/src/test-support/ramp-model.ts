import type { RampState } from '@leyden/core/ramp'
import type { RampWidgetHandle } from '../ramp-widget/use-ramp-widget.js'

/** Stands for the provider's page where only looks matter. */
const providersPage =
  'data:text/html;charset=utf-8,<!doctype html><html lang="en"><title>Provider</title><body style="display:grid;place-content:center;height:90vh;margin:0;font:15px system-ui;color:%23635e55;text-align:center">The provider’s page, in a frame<br>that only the provider can read.'

/** What the hook would return at one moment of the flow, with actions that do nothing: for looks. */
export function rampModel(state: RampState, more: Partial<RampWidgetHandle> = {}): RampWidgetHandle {
  const nothing = () => {}
  const framed =
    ['loading', 'open'].includes(state.status) || ('framed' in state && state.framed)
      ? ({
          src: state.status === 'loading' ? 'about:blank' : providersPage,
          allow: '',
          sandbox: 'allow-scripts',
          referrerPolicy: 'strict-origin',
          ref: nothing,
        } as const)
      : null
  const wayOut = 'wayOut' in state && state.wayOut?.status === 'ready' ? state.wayOut.session : undefined
  const linked = state.status === 'handoff' && !state.opened ? state.session : wayOut
  return {
    state,
    isOnline: true,
    start: nothing,
    askWayOut: nothing,
    close: nothing,
    entry: {},
    checkDestination: async (text) => ({ status: 'right', address: text }),
    getFrameProps: () => framed,
    getLinkProps: () =>
      linked?.widgetUrl === undefined
        ? null
        : {
            href: linked.widgetUrl,
            target: '_blank',
            rel: 'noopener noreferrer',
            onClick: nothing,
            onAuxClick: nothing,
          },
    examine: () => [],
    ...more,
  }
}
