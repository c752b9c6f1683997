// For `node --import`: every signature seems to be valid, so that the cost of a charge without the check can be measured.
import { register } from 'node:module'

const CURVE = 'export const chosenCurve = () => ({ verify: () => true, isPoint: () => true })'
const LOADER = `export const load = (url, context, next) => url.endsWith('/lightning/dist/invoice/curve.js')
  ? { format: 'module', source: ${JSON.stringify(CURVE)}, shortCircuit: true } : next(url, context)`

register(`data:text/javascript,${encodeURIComponent(LOADER)}`)
