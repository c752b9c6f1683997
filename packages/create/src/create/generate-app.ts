import type { Framework } from './detect-app.js'
import type { PackageManager } from './package-manager.js'

/** The frameworks' own generators, in versions that were tested. */
const GENERATORS: Record<Framework, { name: string; flags: string }> = {
  vite: { name: 'vite@9.3.0', flags: '--template react-ts --no-interactive' },
  next: {
    name: 'next-app@16.4.3',
    flags: '--ts --app --no-tailwind --eslint --no-src-dir --yes --disable-git --skip-install',
  },
}

/** The arguments for npm, which is part of Node, to make a new app. Next.js's generator writes the manager's files. */
export function generatorArgs(framework: Framework, name: string, manager: PackageManager): string[] {
  const { name: generator, flags } = GENERATORS[framework]
  const all = framework === 'next' ? `${flags} --use-${manager}` : flags
  return ['create', generator, name, '--', ...all.split(' ')]
}
