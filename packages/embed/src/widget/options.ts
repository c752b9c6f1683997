import type { PayOptions as ReactPayOptions, RampOptions as ReactRampOptions } from '@leyden/react/options'

/** Elements send events in place of callbacks, make their own client, and accept no React nodes. */
type NotInTheEmbed = 'client' | 'renderSuccess' | `on${string}`

/** The options of a payment. */
export interface PayOptions extends Omit<ReactPayOptions, NotInTheEmbed> {}

/** The options of the ramp. */
export interface RampOptions extends Omit<ReactRampOptions, NotInTheEmbed> {}

export interface OptionsOf {
  pay: PayOptions
  ramp: RampOptions
}
