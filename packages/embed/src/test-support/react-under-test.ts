// What tests ask of React besides what the widgets do, so that the widgets' own tests run on Preact.
const noOlderWayToDraw = {}

export { createRef, Fragment as StrictMode } from 'preact'
export { act } from 'preact/test-utils'
export * from '../runtime/react.js'
export { noOlderWayToDraw as default }
