import type { SignedInUser } from '@leyden/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

interface Input<T> {
  /** Undefined after it was deleted. */
  value: T | undefined
  /** The `subject` of the person whose it is; undefined if only guests have seen it. */
  owner: string | undefined
}

/**
 * State that a person types into a form, and nobody else may read. It is deleted when its person signs out or somebody
 * else signs in, and hidden while a reply says that nobody is signed in. What a guest typed stays when they sign in.
 *
 * @param fresh the value in a form in which nobody has typed.
 * @returns the value for the person who is signed in, and a function that changes it.
 */
export function usePersonalInput<T>(
  user: SignedInUser,
  fresh: T,
): [value: T, change: (next: (before: T) => T) => void] {
  const subject = useSyncExternalStore(
    user.onChanged,
    () => user.subject,
    () => undefined,
  )
  const [input, setInput] = useState<Input<T>>({ value: fresh, owner: undefined })
  const { value, owner } = input
  if (typeof subject === 'string' && subject !== owner)
    setInput({ value: owner === undefined ? value : undefined, owner: subject })
  useEffect(
    () =>
      user.onSignedOut(() =>
        setInput((any) => (any.owner === undefined ? any : { value: undefined, owner: undefined })),
      ),
    [user],
  )
  const change = useCallback(
    (next: (before: T) => T) => {
      const now = user.subject
      setInput((any) => ({ value: next(readableBy(now, any) ?? fresh), owner: now ?? undefined }))
    },
    [user, fresh],
  )
  return [readableBy(subject, input) ?? fresh, change]
}

function readableBy<T>(subject: string | null | undefined, { value, owner }: Input<T>): T | undefined {
  return owner === undefined || owner === subject ? value : undefined
}
