import type { PayOptions as ReactPayOptions, RampOptions as ReactRampOptions } from '@leyden/react/options'

/** Elements send events where React calls functions, make their own client, and take no React nodes. */
type NotInTheEmbed = 'client' | 'renderSuccess' | `on${string}`

/** What a payment is for. */
export interface PayOptions extends Omit<ReactPayOptions, NotInTheEmbed> {}

/** What is bought, and how the provider's page is shown. */
export interface RampOptions extends Omit<ReactRampOptions, NotInTheEmbed> {}

export interface OptionsOf {
  pay: PayOptions
  ramp: RampOptions
}
