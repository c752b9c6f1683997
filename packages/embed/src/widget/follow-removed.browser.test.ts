import { createListeners } from '@leyden/core/internal'
import { expect, it } from 'vitest'
import { followRemoved, stopFollowing } from './follow-removed.js'

/** Follows these ids, and records the outcomes. */
function follow(...ids: string[]) {
  const ends = createListeners<[outcome: string]>()
  const outcomes: string[] = []
  void followRemoved<string>(ids, ends.subscribe).then((outcome) => outcomes.push(outcome))
  return { ends, outcomes }
}

it('takes the first outcome of what a removed widget has shown', async () => {
  const { ends, outcomes } = follow('a')
  ends.notify('paid')
  ends.notify('expired')
  await Promise.resolve()
  expect(outcomes).toEqual(['paid'])
})

it('leaves the outcome to a widget that shows it again, and to the last that was removed', async () => {
  const shown = follow('a', 'b')
  stopFollowing('c')
  stopFollowing('b')
  const first = follow('d')
  const second = follow('d')
  for (const { ends } of [shown, first, second]) ends.notify('paid')
  await Promise.resolve()
  expect([shown, first, second].map(({ outcomes }) => outcomes)).toEqual([[], [], ['paid']])
})
