import { run } from '../run.js'
import type { Framework } from './detect-app.js'

/** The frameworks' own generators, at versions that the result was tried with. */
const GENERATORS: Record<Framework, { name: string; flags: string }> = {
  vite: { name: 'vite@9.3.0', flags: '--template react-ts --no-interactive' },
  next: {
    name: 'next-app@16.4.3',
    flags: '--ts --app --no-tailwind --eslint --no-src-dir --use-npm --yes --disable-git --skip-install',
  },
}

/** The command that {@link generateApp} runs, as a person would type it. */
export function generatorCommand(framework: Framework, name: string): string {
  const { name: generator, flags } = GENERATORS[framework]
  return `npm create ${generator} ${name} -- ${flags}`
}

/** Makes a new app in `folder`/`name` with the framework's own generator; installs nothing. */
export async function generateApp(framework: Framework, folder: string, name: string): Promise<void> {
  const { name: generator, flags } = GENERATORS[framework]
  await run(folder, 'npm', ['--yes', 'create', generator, name, '--', ...flags.split(' ')])
}
