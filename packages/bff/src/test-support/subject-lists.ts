import type { SubjectQuery } from '../kernel/store/store.js'

const page = { limit: 50, before: { id: 'f', createdAt: '2026-11-21T10:00:00.000Z' } }

/** Every list of operators that has no end, with the index that finds its next page. */
export const LISTS: readonly (readonly [query: SubjectQuery, index: string])[] = (
  ['charge', 'ramp'] as const
).flatMap(
  (kind) =>
    [
      [{ kind, limit: 50 }, `${kind}s_by_creation`],
      [{ kind, ...page }, `${kind}s_by_creation`],
      [{ kind, ...page, reference: 'order-7' }, `${kind}s_by_reference`],
      [{ kind, ...page, address: 'alice@wallet.example' }, `${kind}s_by_address`],
    ] as const,
)
