import { useState } from 'react'
import { addons } from 'storybook/preview-api'

/**
 * The args of a page as its state. They start with the values of the URL, and the URL follows each change, so that
 * people can share it.
 */
export function usePageArgs<A extends object>(args: A, storyId: string): [A, (change: Partial<A>) => void] {
  const [pageArgs, setPageArgs] = useState(args)
  return [
    pageArgs,
    (updatedArgs) => {
      setPageArgs((before) => ({ ...before, ...updatedArgs }))
      addons.getChannel().emit('updateStoryArgs', { storyId, updatedArgs })
    },
  ]
}
