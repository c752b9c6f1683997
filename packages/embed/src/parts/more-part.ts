// All that a payment does not need: the second file of the script.
export { default as rampCss } from '@leyden/react/ramp.css?inline'
export { examine } from '../support/doctor.js'
export { mountRamp } from '../widget/ramp-widget.js'
