export { memoryStore } from './store/memory-store.js'
