import { run } from '../run.js'
import type { Framework } from './detect-app.js'
import type { PackageManager } from './package-manager.js'

/** The frameworks' own generators, at versions that the result was tried with. */
const GENERATORS: Record<Framework, { name: string; flags: string }> = {
  vite: { name: 'vite@9.3.0', flags: '--template react-ts --no-interactive' },
  next: {
    name: 'next-app@16.4.3',
    flags: '--ts --app --no-tailwind --eslint --no-src-dir --yes --disable-git --skip-install',
  },
}

/** The command that {@link generateApp} runs, as a person would type it. */
export function generatorCommand(framework: Framework, name: string, manager: PackageManager): string {
  const { generator, flags } = commandFor(framework, manager)
  return `npm create ${generator} ${name} -- ${flags.join(' ')}`
}

/** npm runs the generator, which comes with Node; Next.js's writes the manager's files. */
function commandFor(framework: Framework, manager: PackageManager) {
  const { name: generator, flags } = GENERATORS[framework]
  const all = framework === 'next' ? `${flags} --use-${manager}` : flags
  return { generator, flags: all.split(' ') }
}

/** Makes a new app in `folder`/`name` with the framework's own generator; installs nothing. */
export async function generateApp(
  framework: Framework,
  folder: string,
  name: string,
  manager: PackageManager,
): Promise<void> {
  const { generator, flags } = commandFor(framework, manager)
  await run(folder, 'npm', ['--yes', 'create', generator, name, '--', ...flags])
}
