import type { RowQuery } from '../kernel/store/store.js'

const page = { limit: 50, before: { id: 'f', createdAtMs: Date.parse('2026-11-21T10:00:00.000Z') } }

/** Every list of operators that has no end, with the index that finds its next page. */
export const LISTS: readonly (readonly [query: RowQuery, index: string])[] = [
  ...(['charge', 'ramp'] as const).flatMap(
    (kind) =>
      [
        [{ kind, limit: 50 }, 'rows_by_creation'],
        [{ kind, ...page }, 'rows_by_creation'],
        [{ kind, ...page, reference: 'order-7' }, 'rows_by_reference'],
        [{ kind, ...page, address: 'alice@wallet.example' }, 'rows_by_address'],
      ] as const,
  ),
  [{ kind: 'intent', reference: 'order-7', limit: 1 }, 'rows_by_reference'],
  [{ kind: 'ramp', inReview: true, limit: 50 }, 'rows_in_review'],
]
