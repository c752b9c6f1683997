import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from './configuration/settings.js'

const root = join(import.meta.dirname, '../../..')
const dockerfile = readFileSync(join(root, 'apps/bff/Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lines = (instruction: string) =>
  dockerfile
    .split('\n')
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1).trim())

describe('the Dockerfile', () => {
  const build = lines('RUN')[0] ?? ''

  it('builds existing projects, with the pnpm version of the workspace', () => {
    const [, projects = ''] = /tsc -b ([^&]+)/.exec(build) ?? []
    expect(projects.trim().split(/\s+/).length).toBeGreaterThan(2)
    for (const project of projects.trim().split(/\s+/))
      expect(existsSync(join(root, project)), project).toBe(true)
    const { packageManager } = readJson('package.json')
    expect(build).toContain(packageManager)
    for (const script of build.match(/node (\S+)/g) ?? [])
      expect(existsSync(join(root, script.slice('node '.length))), script).toBe(true)
  })

  it('builds everything that the program depends on', () => {
    const closure = (path: string): string[] =>
      Object.entries(readJson(`${path}/package.json`).dependencies ?? {})
        .filter(([, version]) => String(version).startsWith('workspace:'))
        .map(([name]) => `packages/${name.replace('@leyden/', '')}`)
        .flatMap((dependency) => [dependency, ...closure(dependency)])
    for (const path of new Set(closure('apps/bff'))) expect(build).toContain(`${path}/tsconfig.build.json`)
    expect(build).toContain(`--filter ${readJson('apps/bff/package.json').name}...`)
  })

  it('starts the program like its package, as an unprivileged user, with its data in a volume', () => {
    const command: string[] = JSON.parse(lines('CMD')[0] ?? '[]')
    const { start } = readJson('apps/bff/package.json').scripts
    expect(command.join(' ').replace('/program/', '')).toBe(start)
    expect(existsSync(join(root, 'apps/bff', command[1]?.replace('/program/', '') ?? ''))).toBe(true)
    expect(lines('USER')).toEqual(['node'])
    const [, dataDir] = /LEYDEN_DATA_DIR=(\S+)/.exec(dockerfile) ?? []
    expect(lines('VOLUME')).toEqual([dataDir])
  })

  it('runs a supported version of Node', () => {
    const [, floor] = />=(\d+)/.exec(readJson('packages/bff/package.json').engines.node) ?? []
    expect(lines('FROM')).toHaveLength(2)
    for (const from of lines('FROM'))
      expect(Number(/node:(\d+)/.exec(from)?.[1])).toBeGreaterThanOrEqual(Number(floor))
  })

  it('contains no secret, and copies no file with secrets, nor one that a build or an installation has made', () => {
    expect.soft(dockerfile).not.toMatch(/API_KEY|SECRET|TOKEN/)
    const ignored = readFileSync(join(root, 'apps/bff/Dockerfile.dockerignore'), 'utf8').split('\n')
    for (const name of ['.git', '.leyden', '**/*.env', '**/.env*', '**/node_modules', '**/dist'])
      expect(ignored).toContain(name)
  })
})

describe('the files for platforms', () => {
  const fly = readFileSync(join(root, 'apps/bff/fly.toml'), 'utf8')
  const render = parse(readFileSync(join(root, 'apps/bff/render.yaml'), 'utf8')) as {
    services: [
      {
        dockerfilePath: string
        disk: { mountPath: string }
        envVars: { key: string; value?: string | number }[]
      },
    ]
  }
  const [service] = render.services
  const [, flyEnvironment = ''] = /\[env\]\n(.*?)\n\[/s.exec(fly) ?? []
  const ofFly = [...flyEnvironment.matchAll(/^ {2}(\w+) = '(.*)'$/gm)].map(([, key, value]) => [key, value])
  const ofRender = service.envVars.map(({ key, value }) => [key, value])

  it.each([
    ['Fly.io', ofFly],
    ['Render', ofRender],
  ])('has only settings that exist, and no secret: %s', (_, entries) => {
    expect(entries.length).toBeGreaterThan(6)
    for (const [key, value] of entries) {
      expect(Object.keys(SETTINGS)).toContain(key)
      if (/SECRET|KEY|TOKEN/.test(String(key))) expect(value).toBeUndefined()
    }
  })

  it('builds the image, and keeps the data on the volume', () => {
    expect(existsSync(join(root, service.dockerfilePath))).toBe(true)
    expect([service.disk.mountPath, ...fly.matchAll(/destination = '(.*)'/g)].flat()).toContain('/data')
    for (const entries of [ofFly, ofRender])
      expect(Object.fromEntries(entries)).toMatchObject({ LEYDEN_DATA_DIR: '/data' })
  })
})
