import { stripVTControlCharacters } from 'node:util'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { BUILD_FAULTS, isPlanted, SOURCE_FAULTS } from '../../apps/packed/src/planted-faults.ts'
import { patient } from './project.ts'

/** Prints what each test said, as JSON. */
const printResults: Reporter = {
  onTestRunEnd(modules) {
    const results = modules.flatMap((module) => [
      { file: module.relativeModuleId, title: null, failures: module.errors() },
      ...Array.from(module.children.allTests('failed'), (test) => ({
        file: module.relativeModuleId,
        title: test.fullName.replaceAll(' > ', ' '),
        failures: test.result().errors ?? [],
      })),
    ])
    console.log(
      JSON.stringify(
        results
          .filter(({ failures }) => failures.length > 0)
          .map(({ failures, ...test }) => ({
            ...test,
            text: stripVTControlCharacters(
              failures.map(({ message, diff }) => `${message}\n${diff ?? ''}`).join('\n'),
            ),
          })),
      ),
    )
  },
}

/** `apps/packed/src/run-planted-faults.ts` sets the variable. */
const isBuild = process.env.LEYDEN_FAULTS === 'build'
const faults = isBuild ? BUILD_FAULTS : SOURCE_FAULTS

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const titles = Object.values(faults)
  .flat()
  .filter(isPlanted)
  .flatMap(({ title }) => title ?? [])

/** The checks of texts, with faults in what they read: all of them have to fail. */
export default defineConfig({
  ssr: { resolve: { conditions: [...(isBuild ? [] : ['@leyden/source']), ...defaultServerConditions] } },
  test: {
    include: Object.keys(faults),
    testNamePattern: new RegExp(`^(?:${titles.map(escaped).join('|')})$`),
    setupFiles: ['apps/packed/src/plant-faults.ts'],
    reporters: [printResults],
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    testTimeout: patient.testTimeout,
    hookTimeout: patient.hookTimeout,
    // A failure has to name the fault, so it is shown in full.
    chaiConfig: { truncateThreshold: 0 },
    // A test with a fault must not write a file.
    update: false,
  },
})
