export { type NodeHandler, toNodeHandler } from './node/node-handler.js'
export { undiciTransport } from './provider/undici-transport.js'
