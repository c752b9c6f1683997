import { useEffect, useState } from 'react'
import { addons } from 'storybook/preview-api'
import { type Scheme, schemeOf } from './themes.js'

interface Globals {
  scheme?: unknown
  locale?: string
}

declare global {
  /** The globals that were set last: docs pages have no story that would tell them. */
  var leydenGlobals: Globals | undefined
}

/** Scheme and language that the toolbar sets, for docs pages, which have no story around them. */
export function useShell(): { scheme: Scheme; locale: string } {
  const [globals, setGlobals] = useState<Globals>(globalThis.leydenGlobals ?? {})
  useEffect(() => {
    const channel = addons.getChannel()
    const follow = (told: { globals: Globals }) => {
      globalThis.leydenGlobals = told.globals
      setGlobals(told.globals)
    }
    channel.on('setGlobals', follow)
    channel.on('globalsUpdated', follow)
    return () => {
      channel.off('setGlobals', follow)
      channel.off('globalsUpdated', follow)
    }
  }, [])
  return { scheme: schemeOf(globals.scheme), locale: globals.locale ?? 'en' }
}
