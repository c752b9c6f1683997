// The file of the ramp widget, which payments do not need.
import payCss from '@leyden/react/pay.css?inline'
import rampCss from '@leyden/react/ramp.css?inline'
import { mountRamp } from './ramp-widget.js'

export const ramp = { mount: mountRamp, css: payCss + rampCss }
