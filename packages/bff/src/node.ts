export { type NodeHandler, toNodeHandler } from './hosts/node/node-handler.js'
export { undiciTransport } from './providers/undici-transport.js'
