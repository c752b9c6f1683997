import { locksSomething, usableOptions, wrongOptions } from '../foundation/card/option-rule.js'
import { wrongProps } from '../foundation/provider/option-warnings.js'
import { type RampOptions, rampOptions } from './ramp-options.js'

/** Finds wrong props, as in a page without TypeScript. */
export function checkRampProps<Options extends RampOptions>(options: Options) {
  const wrong = wrongOptions(rampOptions, options)
  return {
    wrong: wrongProps('ramp', rampOptions, wrong),
    /** Whether one of these props fixes something, so that nothing can be bought without it. */
    isFatal: locksSomething(wrong),
    /** The options without wrong ones that lock nothing. */
    usable: usableOptions(options, wrong, rampOptions),
  }
}
