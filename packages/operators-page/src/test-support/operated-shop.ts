import { openapi } from '@leyden/bff/openapi'
import { operations } from '@leyden/bff/operations'
import { openRampShop } from '../../../bff/src/test-support/ramp-shop.js'
import { ADMIN_TOKEN, openShop, type Shop } from '../../../bff/src/test-support/shop.js'
import { operatorsPage } from '../operators-page.js'

/** The option of a shop that has the page. */
export const withPage = (token: string | undefined = ADMIN_TOKEN) => ({
  extensions: [operatorsPage(operations({ token })), openapi()],
})

/** A shop whose operators have the page. */
export const openOperatedShop = (options: Parameters<typeof openShop>[0] = {}): Shop =>
  openShop({ ...withPage(), ...options })

/** The same, selling bitcoin to guests. */
export const openOperatedRampShop = (
  options: Parameters<typeof openRampShop>[0] = {},
): ReturnType<typeof openRampShop> => openRampShop({ ...withPage(), ...options })
