// The file of the checks of `Leyden.doctor`.
export { checkPage } from '../support/check-page.js'
