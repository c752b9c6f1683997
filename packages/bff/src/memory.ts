export { memoryStore } from './stores/memory/memory-store.js'
