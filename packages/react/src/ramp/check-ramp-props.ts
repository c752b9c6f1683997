import { locksSomething, usableOptions, wrongOptions } from '../foundation/card/option-rule.js'
import { setAdvice, wrongProps } from '../foundation/provider/option-warnings.js'
import { rampAdvice } from './ramp-advice.js'
import { type RampOptions, rampOptions } from './ramp-options.js'
import { rampRules } from './ramp-rules.js'

/** Bundlers replace it. The types of Node are not among those of a page. */
declare const process: { readonly env: { readonly NODE_ENV?: string | undefined } }

if (process.env.NODE_ENV !== 'production') setAdvice('ramp', rampAdvice)

/** Finds wrong props, as in a page without TypeScript. */
export function checkRampProps<Options extends RampOptions>(options: Options) {
  const wrong = wrongOptions(rampOptions, rampRules, options)
  return {
    wrong: wrongProps('ramp', rampRules, wrong),
    /** Whether one of these props fixes something, so that nothing can be bought without it. */
    isFatal: locksSomething(wrong),
    /** The options without wrong ones that lock nothing. */
    usable: usableOptions(options, wrong, rampRules),
  }
}
