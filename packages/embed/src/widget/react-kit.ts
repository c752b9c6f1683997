import css from '@leyden/react/pay.css?inline'
import { mountLazyRamp } from './lazy-ramp.js'
import type { PayOptions, RampOptions } from './options.js'
import { mountPay } from './pay-widget.js'
import type { MountWidget, Widget, WidgetKit } from './widget.js'

const mount: MountWidget = (kind, root, options, settings, reports) =>
  (kind === 'pay'
    ? mountPay(root, options as PayOptions, settings, reports)
    : mountLazyRamp(root, options as RampOptions, settings, reports)) as Widget<typeof kind>

/** The widgets of `@leyden/react`. */
export const reactKit: WidgetKit = { mount, css }
