export { type NextOptions, toNextHandlers } from './hosts/next/next-handlers.js'
