export * from './pay.js'
export * from './ramp.js'
