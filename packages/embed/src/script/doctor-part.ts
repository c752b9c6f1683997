// The file of the checks of `Leyden.doctor`.
export { checkPage } from './check-page.js'
