/** On-chain addresses, and where bought bitcoin may go. */
export * from './bitcoin-address-reader.js'
export * from './ramp-destination.js'
