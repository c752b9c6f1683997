/** Every program and every request of the bench uses these. */
const ADDRESS = 'alice@wallet.example'
const AMOUNT_MSAT = '2100000'
export const API_KEY = 'key-of-the-bench'
export const RAMP_ORIGIN = 'https://ramp.example'

export const PATHS = {
  validate: `/v0/ln-address/validate/${encodeURIComponent(ADDRESS)}`,
  charge: '/v0/ln-address/fetch-charge',
  ramp: '/api/v1/ramp-widget',
}

export const CHARGE_REQUEST = { lnaddress: ADDRESS, amount: AMOUNT_MSAT }
export const RAMP_REQUEST = { email: 'guest@example.com' }
