/** On-chain addresses, and destinations for bought bitcoin. */
export * from './bitcoin-address-reader.js'
export * from './ramp-destination.js'
