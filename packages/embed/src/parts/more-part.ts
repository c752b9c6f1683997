// The second file of the script: everything that a payment does not need.
export { default as rampCss } from '@leyden/react/ramp.css?inline'
export { checkPage } from '../support/check-page.js'
export { mountRamp } from '../widget/ramp-widget.js'
