import { storeConformance } from '../../test-support/store-conformance.js'
import { memoryStore } from './memory-store.js'

storeConformance('memory', async () => memoryStore())
