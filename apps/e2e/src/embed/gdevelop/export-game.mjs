// Exports a small game with the extension, like GDevelop does for the web: `export-game.mjs EXTENSION SCRIPT BFF_URL FOLDER`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportProject, loadProject } from 'gdcore-tools'

const [extensionFile, scriptFile, bffUrl, folder] = process.argv.slice(2)
const extension = JSON.parse(readFileSync(extensionFile, 'utf8'))
const [{ resourceName }] = extension.sourceFiles

const text = JSON.stringify
const instruction = (value, ...parameters) => ({ type: { value }, parameters })
const when = (conditions, actions) => ({ type: 'BuiltinCommonInstructions::Standard', conditions, actions })
const run = (inlineCode) => ({
  type: 'BuiltinCommonInstructions::JsCode',
  inlineCode,
  parameterObjects: '',
  useStrict: true,
  eventsSheetExpanded: true,
})
const pressed = (key) => instruction('KeyFromTextPressed', '', text(key))
// Generated code passes the context as the first and the last parameter.
const call = (name, ...parameters) => instruction(`Leyden::${name}`, '', ...parameters, '')
const setVariable = (name, expression) => instruction('ModVarSceneTxt', name, '=', expression)

const events = [
  when([instruction('DepartScene', '')], [call('Configure', text(bffUrl))]),
  when([pressed('p')], [call('Pay', text('alice@wallet.example'), '2100')]),
  when([pressed('n')], [call('Pay', text('alice@wallet.example'), 'ToNumber("no number")')]),
  when([pressed('o')], [call('PayOrder', 'VariableString(order)')]),
  when(
    [call('HasOutcome')],
    [
      setVariable('status', 'Leyden::Outcome("status")'),
      setVariable('reference', 'Leyden::Outcome("reference")'),
      instruction('ModVarScene', 'outcomes', '+', '1'),
    ],
  ),
  run(
    'window.game = runtimeScene.getGame(); game.enableMetrics(false); window.scene = runtimeScene; window.drawn = (window.drawn ?? 0) + 1;',
  ),
]
const layer = {
  name: '',
  visibility: true,
  cameras: [],
  effects: [],
}
const project = {
  firstLayout: 'Game',
  gdVersion: { build: 99, major: 5, minor: 6, revision: 0 },
  properties: {
    name: 'Game',
    packageName: 'com.example.game',
    version: '1.0.0',
    windowWidth: 640,
    windowHeight: 360,
    maxFPS: 60,
    minFPS: 20,
    scaleMode: 'linear',
    sizeOnStartupMode: '',
    orientation: 'landscape',
    loadingScreen: { showGDevelopSplash: false, minDuration: 0 },
    watermark: { showWatermark: false },
    extensionProperties: [],
    platforms: [{ name: 'GDevelop JS platform' }],
    currentPlatform: 'GDevelop JS platform',
  },
  resources: {
    resources: [
      { file: resourceName, kind: 'javascript', name: resourceName, metadata: '', userAdded: true },
    ],
    resourceFolders: [],
  },
  objects: [],
  objectsGroups: [],
  variables: [],
  layouts: [
    {
      name: 'Game',
      mangledName: 'Game',
      r: 0,
      v: 102,
      b: 51,
      title: '',
      objects: [],
      objectsGroups: [],
      variables: ['status', 'reference', 'order']
        .map((name) => ({ name, type: 'string', value: '' }))
        .concat({ name: 'outcomes', type: 'number', value: 0 }),
      instances: [],
      events,
      layers: [layer],
      behaviorsSharedData: [],
    },
  ],
  externalEvents: [],
  eventsFunctionsExtensions: [extension],
  externalLayouts: [],
  externalSourceFiles: [],
}

mkdirSync(join(folder, 'game'), { recursive: true })
copyFileSync(scriptFile, join(folder, resourceName))
const projectFile = join(folder, 'game.json')
writeFileSync(projectFile, JSON.stringify(project))
exportProject(await loadProject(projectFile), join(folder, 'game'))
