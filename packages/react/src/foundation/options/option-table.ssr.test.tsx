import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PayToLightningAddress, RampWidget } from '../../index.js'
import { payOptions, rampOptions } from '../../options.js'
import { createFakeClient } from '../../testing.js'

it.each([
  ['PayToLightningAddress', PayToLightningAddress, payOptions, {}],
  ['RampWidget', RampWidget, rampOptions, { autoStart: false }],
])(
  'no option of %s reaches its root element, and every other prop does',
  (_name, Widget, options, requiredProps) => {
    const optionValues = Object.fromEntries(Object.keys(options).map((name) => [name, 'given']))
    const ownProps = { id: 'tip', 'data-place': 'footer' }
    const props = { ...optionValues, client: createFakeClient(), ...requiredProps, ...ownProps }
    const [root = ''] = /<section[^>]*>/.exec(renderToString(<Widget {...props} />)) ?? []
    expect(root).toContain('id="tip"')
    expect(root).toContain('data-place="footer"')
    for (const name of Object.keys(options)) expect(root).not.toMatch(new RegExp(`\\s${name}=`, 'i'))
    expect(root).not.toMatch(/="given"(?<!data-presentation="given")/)
  },
)
