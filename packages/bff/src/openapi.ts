export { openapi } from './openapi/openapi.js'
