export { operatorsPage } from './operators-page.js'
