// The components, and every type that one of their props hands out. Hooks and parts are in `parts.ts`.
export * from './pay.js'
export * from './ramp.js'
