/** On-chain addresses, and where bought bitcoin may go. */
export {
  type BitcoinAddressProblem,
  type BitcoinAddressResult,
  type BitcoinAddressType,
  isBurnAddress,
  parseBitcoinAddress,
} from './bitcoin-address-reader.js'
export {
  parseRampDestination,
  type RampDestinationProblem,
  type RampDestinationResult,
  type RampDestinationWarning,
} from './ramp-destination.js'
