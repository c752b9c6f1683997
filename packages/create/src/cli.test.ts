import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { folderWith } from './test-support/temporary-folder.js'

const PROGRAM = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

function run(args: string[], { node = [] as string[], cwd = folderWith({}) } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, PROGRAM, ...args], {
    cwd,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('create-leyden', () => {
  it('reports in one line that Node is too old', () => {
    const pretend =
      "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"
    expect(run([], { node: ['--import', pretend] })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'create-leyden needs Node 20.19 or later; this is Node 18.20.8.\n',
    })
  })

  it('needs --yes without a terminal', () => {
    expect(run(['shop', '--no-install'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('add --yes'),
    })
  })

  it.each([
    [['--colour'], /Unknown option '--colour'/],
    [['--template', 'vue', '--yes'], /--template is vite or next/],
    [['check'], /Which address/],
    [['check', 'ana@shop.example', '--network', 'mainet'], /--network is one of/],
    [['check', 'ana@shop.example', '--server', 'http://10.0.0.1'], /--server: .* of this machine/],
    [['zip'], /Which folder/],
    [['zip', 'nowhere'], /nowhere is no folder/],
    [['doctor'], /has no package\.json/],
    [['Shop Ünique', '--yes'], /cannot be the name of a package/],
  ])('explains %j in one line', (args, problem) => {
    const { status, stderr, stdout } = run(args)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(problem)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('exits with 0 or 1, depending on the doctor', () => {
    const cwd = folderWith({ 'package.json': {} })
    const { status, stdout } = run(['doctor', '--json'], { cwd })
    expect([status, JSON.parse(stdout).ok]).toEqual([1, false])
  })

  it('exits with 1 for an address with a problem', () => {
    const { status, stdout } = run(['check', 'ana@localhost', '--json'])
    expect([status, JSON.parse(stdout).checks[0].step]).toEqual([1, 'address'])
  })

  it('shows its help and its version', () => {
    expect(run(['--help']).stdout).toContain('create-leyden zip <folder>')
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
