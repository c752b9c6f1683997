// Copies the built scripts into the Godot addon and the Unity package, whose export and build steps put them beside the
// exported page. Both have to be self-contained, because they are copied into games, without this package.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, 'dist')
/** Without leyden.full.js, because a page loads only the files that it needs. */
const isScript = (name) => /^leyden(-\w+)?\.js$/.test(name)

for (const folder of ['engines/godot/addons/leyden/web', 'engines/unity/Web~'].map((path) =>
  join(import.meta.dirname, path),
)) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter(isScript)) rmSync(join(folder, name))
  for (const name of readdirSync(dist).filter(isScript)) copyFileSync(join(dist, name), join(folder, name))
}
