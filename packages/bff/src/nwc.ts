export { type NwcOptions, nwc } from './nwc/nwc.js'
