import { wrongOptions } from '../foundation/options/option-rule.js'
import { checkOptions } from '../foundation/options/option-warnings.js'
import { useNameJudge } from '../foundation/options/use-name-judge.js'
import { usePropWarnings } from '../foundation/options/wrong-props.js'
import { type RampOptions, rampOptions } from './ramp-options.js'

/** Checks the options of a ramp, and warns the developer of wrong ones. */
export function useRampOptions<Options extends RampOptions>(options: Options) {
  const judge = useNameJudge(rampOptions, options)
  const found = wrongOptions(rampOptions, options, judge)
  const { wrong, ...checked } = checkOptions('ramp', rampOptions, options, found)
  usePropWarnings('RampWidget', wrong)
  return checked
}
