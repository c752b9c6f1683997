import { expect, it } from 'vitest'
import { shareListener } from './listen.js'

it('calls no listener that another one has removed during the same event', () => {
  let notify = () => {}
  const subscribe = shareListener((callAll) => {
    notify = callAll
    return () => {}
  })
  const page = {} as Document
  const calls: string[] = []
  subscribe(() => {
    calls.push('first')
    removeSecond()
  }, page)
  const removeSecond = subscribe(() => calls.push('second'), page)
  notify()
  expect(calls).toEqual(['first'])
})
