import { useState } from 'react'
import { addons } from 'storybook/preview-api'

/** The choices of a page. They begin as the address says, and the address follows them, so that it can be sent. */
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
