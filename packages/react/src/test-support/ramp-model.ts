import type { FrameAttributes } from '../ramp/engine/frame.js'
import { linkedSession, type RampState } from '../ramp/flow/ramp-state.js'
import type { RampActions, RampHandle } from '../ramp/use-ramp-widget.js'

const onChange = () => {}
const emptyFields: RampHandle['fields'] = {
  email: {
    text: '',
    problem: null,
    inputProps: {
      value: '',
      onChange,
      type: 'email',
      inputMode: 'email',
      autoComplete: 'email',
      maxLength: 254,
    },
  },
  destination: {
    text: '',
    locked: false,
    state: { status: 'empty' },
    inputProps: {
      ref: onChange,
      value: '',
      onChange,
      onBlur: onChange,
      readOnly: false,
      autoCapitalize: 'none',
      autoComplete: 'off',
      spellCheck: false,
      'aria-invalid': false,
    },
  },
}

const noop = () => {}
/** The actions of buttons that do nothing. */
export const noActions: RampActions = { start: noop, requestFallbackLink: noop, close: noop }

/**
 * The result of the hook in one state of the flow, with actions that do nothing, to render the state.
 *
 * @param frame the props of the provider's frame, if one is shown
 */
export function rampModel(
  state: RampState,
  frame: FrameAttributes | null,
  overrides: Partial<RampHandle> = {},
): RampHandle {
  const linked = state.status === 'handoff' && !state.opened ? state.session : linkedSession(state)
  return {
    state,
    isOnline: true,
    outage: null,
    clockOffsetMs: 0,
    actions: noActions,
    fields: emptyFields,
    getFrameProps: () => frame && { ...frame, ref: noop },
    getLinkProps: () =>
      linked?.widgetUrl === undefined
        ? null
        : {
            href: linked.widgetUrl,
            target: '_blank',
            rel: 'noopener noreferrer',
            onClick: noop,
            onAuxClick: noop,
          },
    examine: () => [],
    ...overrides,
  }
}
