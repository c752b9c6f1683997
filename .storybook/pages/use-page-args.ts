import { useState } from 'react'
import { addons } from 'storybook/preview-api'

/**
 * The choices of a page. They start with the values of the URL, and the URL changes with them, so that people can share
 * it.
 */
export function usePageArgs<A extends object>(args: A, storyId: string): [A, (change: Partial<A>) => void] {
  const [chosen, setChosen] = useState(args)
  return [
    chosen,
    (updatedArgs) => {
      setChosen((before) => ({ ...before, ...updatedArgs }))
      addons.getChannel().emit('updateStoryArgs', { storyId, updatedArgs })
    },
  ]
}
