export { memoryStore } from './kernel/store/memory-store.js'
