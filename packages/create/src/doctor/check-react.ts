import { detectPackageManager } from '../create/package-manager.js'
import { readManifest } from '../edit/package-json.js'
import { type Check, ok, problem, unknown } from './check.js'
import { packageFolder } from './package-folder.js'

const FIX =
  'Keep react and react-dom out of the dependencies of linked packages, and run "npm dedupe" (or "pnpm dedupe").'

/** Checks whether the app, react-dom and the widgets use the same copy of React, because hooks fail with two. */
export async function checkReact(root: string): Promise<Check> {
  const app = manifestOf('react', root)
  const widgets = packageFolder('@leyden/react', root)
  if (!app || !widgets)
    return unknown(
      `${app ? '@leyden/react' : 'react'} is not installed: run "${await detectPackageManager(root)} install".`,
    )
  const others = [manifestOf('react', widgets), manifestOf('react', packageFolder('react-dom', root) ?? root)]
  const second = others.find((other) => other && other.path !== app.path)
  if (second)
    return problem(
      `There are two Reacts: ${app.version} in ${app.path}, and ${second.version} in ${second.path}.`,
      FIX,
    )
  const dom = manifestOf('react-dom', root)
  if (dom && dom.version !== app.version)
    return problem(
      `react is ${app.version}, and react-dom ${dom.version}.`,
      `npm install react@${app.version} react-dom@${app.version}`,
    )
  return ok(`One React, ${app.version}.`)
}

function manifestOf(name: string, from: string): { path: string; version?: string | undefined } | undefined {
  const folder = packageFolder(name, from)
  if (!folder) return undefined
  return { path: folder, version: readManifest(folder).version }
}
