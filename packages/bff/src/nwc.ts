export { type NwcOptions, nwc } from './settlement/nwc/nwc.js'
