import * as React from 'react'

/** What React shares with its renderers; Preact and React 18 have no such object. */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)

// A development build of React notes a stack for each element that it creates, up to ten thousand a second: a fifth of
// the time of the tests. It has noted enough already.
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set() {} })
