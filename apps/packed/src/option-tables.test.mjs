import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ratesCheck } from '../../../packages/bff/src/exchange-rates/rates-from.ts'
import { fixedRates } from '../../../packages/bff/src/exchange-rates.ts'
import { createBff, serviceProvider } from '../../../packages/bff/src/index.ts'
import { DEFAULT_RATES } from '../../../packages/bff/src/kernel/limits/limits.ts'
import { memoryStore } from '../../../packages/bff/src/memory.ts'
import { openapi } from '../../../packages/bff/src/openapi.ts'
import { CHECKS } from '../../../packages/bff/src/operations/setup-check/check-setup.ts'
import { ERROR_STATUS } from '../../../packages/core/src/client/error-codes.ts'
import { RAMP_COMPARISONS } from '../../../packages/lightning/src/address/ramp-event.ts'
import { wrongOptions } from '../../../packages/react/src/foundation/options/option-rule.ts'
import { checkOptions } from '../../../packages/react/src/foundation/options/option-warnings.ts'
import { judgeName } from '../../../packages/react/src/foundation/options/unknown-name.ts'
import { usableClient } from '../../../packages/react/src/foundation/provider/usable-client.ts'
import {
  elementOf,
  isFinalOutcome,
  payCallbacks,
  payOptions,
  providerOptions,
  rampCallbacks,
  rampOptions,
} from '../../../packages/react/src/options.ts'
import { checkPayProps } from '../../../packages/react/src/pay/check-pay-props.ts'
import { payFixtures } from '../../../packages/react/src/pay/flow/fixtures.ts'
import { payStateFields } from '../../../packages/react/src/pay/flow/pay-state.ts'
import { rampFixtures } from '../../../packages/react/src/ramp/flow/fixtures.ts'
import { rampStateFields } from '../../../packages/react/src/ramp/flow/ramp-state.ts'
import { optionMistakes } from '../../../packages/react/src/test-support/option-mistakes.ts'
import {
  callbackRow,
  fieldsOf as fieldsOfMember,
  isCallback,
  kebabCase,
  membersOf,
  optionRow,
  settingRow,
  snakeCase,
  withOptionList,
  withProperties,
  withStories,
  withTables,
} from './option-tables.mjs'

const packages = join(import.meta.dirname, '../../../packages')
const FILES = {
  ProviderOptions: 'react/src/foundation/provider/provider-options.ts',
  LeydenProviderProps: 'react/src/foundation/provider/leyden-provider.tsx',
  PayOptions: 'react/src/pay/pay-options.ts',
  RampOptions: 'react/src/ramp/ramp-options.ts',
  RootAttributes: 'react/src/foundation/card/part.tsx',
  EmbedSettings: 'embed/src/widget/settings/settings.ts',
}
/** Declarations without options, whose members have no default. */
const OTHER_FILES = {
  PayCallbacks: 'react/src/pay/pay-callbacks.ts',
  RampCallbacks: 'react/src/ramp/ramp-callbacks.ts',
  PayStages: 'react/src/pay/flow/pay-state.ts',
  RampStates: 'react/src/ramp/flow/ramp-state.ts',
  WidgetOutcomes: 'react/src/foundation/reports/widget-outcome.ts',
  LeydenElementEvents: 'embed/src/elements/element-types.ts',
  BffOptions: 'bff/src/kernel/bff-options.ts',
  Rates: 'bff/src/kernel/limits/limits.ts',
  RampComparisons: 'lightning/src/address/ramp-event.ts',
}
const sourceOf = (name) => readFileSync(join(packages, FILES[name] ?? OTHER_FILES[name]), 'utf8')
const members = (...names) => names.flatMap((name) => membersOf(sourceOf(name), name))

const acceptedAs = (table) =>
  Object.fromEntries(Object.entries(table).map(([name, rule]) => [name, elementOf(rule)]))
const TABLES = {
  ProviderOptions: acceptedAs(providerOptions),
  PayOptions: acceptedAs(payOptions),
  RampOptions: acceptedAs(rampOptions),
}
const isAccepted = (how) => how !== 'none' && !how.startsWith('leyden-')

/** The options of a component and its element, and those that only React has. */
function optionTable(name, onlyReact) {
  const rows = [
    ...members(name).map((member) => optionRow(member, TABLES[name][member.name])),
    ...members(onlyReact)
      .filter((member) => !isCallback(member) && member.name !== 'children')
      .map((member) => optionRow(member, TABLES.ProviderOptions[member.name] ?? 'none')),
  ]
  return [['option', 'attribute', 'default', 'what it does'], ...rows]
}

function callbackTable(name) {
  return [['prop', 'called when'], ...members(name).map(callbackRow)]
}

const settingTable = () => [
  ['setting', 'default', 'what it does'],
  ...members('EmbedSettings').map(settingRow),
]

/** The options of a subject, such as `ramp`, which are declared in the same file. */
const optionsOfSubject = ({ type }) => {
  const [name] = /^\w+Options\b/.exec(type) ?? []
  return name ? membersOf(sourceOf('BffOptions'), name) : []
}

const bffOptionRow = (option) =>
  settingRow({ ...option, default: option.isRequired ? 'required' : (option.default ?? 'none') })

/** The options of `createBff`. */
const bffOptionTable = () => [
  ['option', 'default', 'what it is'],
  ...members('BffOptions').flatMap((member) => [
    bffOptionRow(member),
    ...optionsOfSubject(member).map((option) =>
      bffOptionRow({ ...option, name: `${member.name}.${option.name}` }),
    ),
  ]),
]

/** The HTTP status of a reply by its code. */
function errorStatusTable() {
  const codes = Object.keys(ERROR_STATUS)
  return [
    ['HTTP status', '`code`'],
    ...[...new Set(Object.values(ERROR_STATUS))].map((status) => [
      status,
      inCode(codes.filter((code) => ERROR_STATUS[code] === status)),
    ]),
  ]
}

function rateTable() {
  return [
    ['rate', 'default', 'what it limits'],
    ...members('Rates').map(({ name, default: fallback, text }) => [
      `\`${name}\``,
      fallback ?? DEFAULT_RATES[name].toLocaleString('en'),
      text,
    ]),
  ]
}

function eventTable() {
  const senders = (event) =>
    Object.entries({ pay: TABLES.PayOptions, ramp: TABLES.RampOptions })
      .filter(([, table]) => Object.values(table).includes(event))
      .map(([kind]) => kind)
      .join(', ')
  return [
    ['event', 'of', 'sent when, and its `detail`'],
    ...members('LeydenElementEvents').map(({ name, text }) => [`\`${name}\``, senders(name), text]),
  ]
}

/** The document of a BFF with everything that pages can use. */
const bff = createBff({
  pay: serviceProvider({ apiKey: 'nobodys-key', baseUrl: 'https://service.example' }),
  store: memoryStore(),
  publicUrl: 'https://shop.example',
  secrets: ['a secret of nobody, with 32 characters or more'],
  extensions: [fixedRates({ USD: '100000' }), openapi()],
})
const document = await bff.fetch(new Request('https://shop.example/openapi.json'))
const { schemas } = (await document.json()).components
const resolved = (schema) => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema)

/** The fields of a message, or of each of its alternatives. */
const fieldsOf = ({ properties, anyOf = [] }) =>
  properties ? Object.entries(properties) : anyOf.flatMap((alternative) => fieldsOf(resolved(alternative)))

/** Messages by their names in `/openapi.json`, without the fields of the service, which the document explains itself. */
const BFF_MESSAGES = [
  ['charge request', 'ChargeByTerms', ['lnaddress', 'amount', 'description']],
  ['charge request', 'ChargeByIntent'],
  ['session request', 'RampSessionByOrder'],
  ['look-up', 'AddressValidation', ['valid', 'metadata']],
  ['charge', 'Charge', ['lnaddress', 'amount', 'invoice']],
  ['session', 'RampSession', ['session_token', 'widget_url', 'session_id', 'expires_at']],
  ['`sessions`', 'RampOrderSession'],
  ['reading of an intent', 'IntentReading'],
  ['`charge` of a reading', 'IntentCharge', Object.keys(schemas.Charge.properties)],
  ['reply to `GET /v0/rates/{currency}`', 'ExchangeRate'],
  ['state of a charge', 'ChargeState'],
  ['`success`', 'SuccessNote'],
  ['state of a session', 'RampState'],
  ['`details`', 'RampDetails'],
]

function bffFieldTable() {
  const rows = new Map()
  for (const [message, name, serviceFields = []] of BFF_MESSAGES)
    for (const [field, schema] of fieldsOf(schemas[name]))
      if (!serviceFields.includes(field)) {
        const { description } = { ...resolved(schema), ...schema }
        expect({ name, field, description }).toEqual({ name, field, description: expect.any(String) })
        const key = `${field} ${description}`
        const { messages = new Set() } = rows.get(key) ?? {}
        rows.set(key, { field, messages: messages.add(message), description })
      }
  return [
    ['field', 'of', 'what it is'],
    ...Array.from(rows.values(), (row) => [
      `\`${row.field}\``,
      [...row.messages].join(', '),
      row.description,
    ]),
  ]
}

function checkTable() {
  return [
    ['finding', 'what is checked'],
    ...Object.entries({ ...CHECKS, rates: ratesCheck() }).map(([subject, { about }]) => [
      `\`${subject}\``,
      about,
    ]),
  ]
}

/** In the order of the code, with the names that the code knows. */
function comparisonTable() {
  const texts = new Map(members('RampComparisons').map(({ name, text }) => [name, text]))
  return [
    ['comparison', 'what is compared, and what happens'],
    ...RAMP_COMPARISONS.map((name) => [`\`${name}\``, texts.get(name)]),
  ]
}

function languageTable() {
  const codes = readdirSync(join(packages, 'react/src/languages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const path = (name) => `\`@leyden/react/languages/${name}\``
  return [
    ['language', '`<PayToLightningAddress>`', '`<RampWidget>`'],
    ...codes.map((code) => [names.of(code), path(code), path(`ramp-${code}`)]),
  ]
}

const inCode = (names) => names.map((name) => `\`${name}\``).join(', ')

function stateTable(name, stateFields) {
  expect(members(name).map((state) => state.name)).toEqual(Object.keys(stateFields))
  const rows = members(name).map((state) => [
    `\`${state.name}\``,
    state.text,
    inCode(stateFields[state.name]),
  ])
  return [['state', 'means', 'fields'], ...rows]
}

/** The types of the events of `onWidgetEvent`, in the order of the callbacks. */
function widgetEventTable() {
  const typesOf = (callbacks) =>
    Object.keys(callbacks)
      .filter((name) => callbacks[name].event)
      .map((name) => name[2].toLowerCase() + name.slice(3))
  return [
    ['widget', 'types'],
    ['`pay`', inCode(typesOf(payCallbacks))],
    ['`ramp`', inCode(typesOf(rampCallbacks))],
  ]
}

const outcomeFields = (status) => fieldsOfMember(sourceOf('WidgetOutcomes'), 'WidgetOutcomes', status)

function outcomeTable() {
  const rows = members('WidgetOutcomes').map(({ name, text }) => [
    `\`${name}\``,
    inCode(outcomeFields(name)),
    text,
  ])
  return [['`status`', 'with', 'means'], ...rows]
}

/** The parts of a widget, for `::part()`, with what they show. */
function partsOf(widget) {
  const rows = readFileSync(join(packages, '../docs/parts.md'), 'utf8').matchAll(
    new RegExp(`^\\| \`${widget}\\.(\\w+)\` \\| (.*?) \\|`, 'gm'),
  )
  return [...rows]
    .map(([, name, text]) => ({ name: name.toLowerCase(), description: withoutLinks(text).split('. ')[0] }))
    .filter(({ name }) => name !== 'root')
}

/** What editors show of an element: https://github.com/webcomponents/custom-elements-manifest */
function elementDeclaration(tagName, name, table, widget, description) {
  const accepted = [table, 'ProviderOptions'].flatMap((of) =>
    members(of)
      .filter((member) => isAccepted(TABLES[of][member.name]))
      .map((member) => ({ ...member, acceptedAs: TABLES[of][member.name] })),
  )
  // A widget may have a setting as an option of its own.
  const rows = accepted.filter(({ name }, place) => accepted.findIndex((row) => row.name === name) === place)
  const sent = new Set(Object.values(TABLES[table]))
  return {
    kind: 'class',
    customElement: true,
    tagName,
    name,
    description,
    superclass: { name: 'HTMLElement' },
    attributes: rows
      .filter(({ acceptedAs }) => acceptedAs !== 'property')
      .map((member) => ({
        name: kebabCase(member.name),
        fieldName: member.name,
        description: withoutLinks(member.text),
        type: { text: ATTRIBUTE_TYPES[member.acceptedAs] },
      })),
    members: rows.map((member) => ({
      kind: 'field',
      name: member.name,
      description: withoutLinks(member.text),
      type: { text: member.type },
      default: member.default,
    })),
    events: members('LeydenElementEvents')
      .filter((event) => sent.has(event.name))
      .map((event) => ({
        name: event.name,
        description: event.text,
        type: { text: `LeydenElementEvents['${event.name}']` },
      })),
    cssParts: partsOf(widget),
  }
}

/** What an attribute contains. */
const ATTRIBUTE_TYPES = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  numbers: 'string',
  texts: 'string',
}
const withoutLinks = (text) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

function elementsManifest() {
  const declarations = [
    elementDeclaration(
      'pay-to-lightning-address',
      'PayToLightningAddressElement',
      'PayOptions',
      'Pay',
      'Pays a Lightning Address.',
    ),
    elementDeclaration(
      'ramp-widget',
      'RampWidgetElement',
      'RampOptions',
      'Ramp',
      'Sells bitcoin on the page of a provider.',
    ),
  ]
  const path = 'dist/leyden.mjs'
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations,
        exports: declarations.map(({ tagName, name }) => ({
          kind: 'custom-element-definition',
          name: tagName,
          declaration: { name, module: path },
        })),
      },
    ],
  }
}

/** What the console says of each mistake, by the functions that the widgets use. */
const linesOf = {
  pay: (props) => checkPayProps(props, judgeName).wrong,
  ramp: (props) =>
    checkOptions('ramp', rampOptions, props, wrongOptions(rampOptions, props, judgeName)).wrong,
  provider: ({ bffUrl, ...props }) => {
    const found = wrongOptions(providerOptions, props, judgeName)
    const { wrong } = checkOptions('provider', providerOptions, props, found)
    const usable = wrong.length > 0 ? undefined : usableClient(bffUrl, {})
    return typeof usable === 'string' ? [{ advice: usable }] : wrong
  },
}

const mistakeLines = () =>
  Object.entries(optionMistakes).flatMap(([subject, mistakes]) =>
    mistakes.map(({ code, props }) => {
      const lines = linesOf[subject](props)
      expect({ code, count: lines.length }).toEqual({ code, count: 1 })
      return `${subject} ${code}: ${lines[0].advice}`
    }),
  )

const tableOf = (name) => {
  switch (name) {
    case 'LeydenProvider':
      return optionTable('ProviderOptions', 'LeydenProviderProps')
    case 'PayToLightningAddress':
      return optionTable('PayOptions', 'RootAttributes')
    case 'RampWidget':
      return optionTable('RampOptions', 'RootAttributes')
    case 'PayToLightningAddress callbacks':
      return callbackTable('PayCallbacks')
    case 'RampWidget callbacks':
      return callbackTable('RampCallbacks')
    case 'EmbedSettings':
      return settingTable()
    case 'events':
      return eventTable()
    case 'createBff':
      return bffOptionTable()
    case 'error status':
      return errorStatusTable()
    case 'rates':
      return rateTable()
    case 'outcomes':
      return outcomeTable()
    case 'widget events':
      return widgetEventTable()
    case 'fields of the BFF':
      return bffFieldTable()
    case 'comparisons':
      return comparisonTable()
    case 'checks':
      return checkTable()
    case 'languages':
      return languageTable()
    case 'PayToLightningAddress states':
      return stateTable('PayStages', payStateFields)
    case 'RampWidget states':
      return stateTable('RampStates', rampStateFields)
    default:
      throw new Error(`There is no table ${name}.`)
  }
}

describe('the declarations', () => {
  it.each([
    [['ProviderOptions'], providerOptions],
    [['PayOptions', 'PayCallbacks'], payOptions],
    [['RampOptions', 'RampCallbacks'], rampOptions],
    [['PayCallbacks'], payCallbacks],
    [['RampCallbacks'], rampCallbacks],
    [['WidgetOutcomes'], isFinalOutcome],
  ])('of %s have every row of the table', (names, table) => {
    expect(members(...names).map((member) => member.name)).toEqual(Object.keys(table))
  })

  it.each(Object.keys({ ...FILES, ...OTHER_FILES }))('of %s describe each member', (name) => {
    const described = members(name).filter((member) => member.name !== 'children')
    expect(described.length).toBeGreaterThan(0)
    for (const member of described)
      expect(member).toMatchObject({ name: member.name, text: expect.stringMatching(/\.$/) })
  })

  it.each(Object.keys(FILES))('of %s have the default of each option', (name) => {
    for (const member of members(name).filter((option) => option.name !== 'children'))
      expect(member).toMatchObject({ name: member.name, default: expect.any(String) })
  })
})

/** Options that JSON cannot contain. A token replaces `getToken`. */
const FUNCTIONS = ['fetchSession', 'messageAdapter', 'getToken', 'connectWallet', 'game', 'openExternal']
const isInJson = ({ name }) => !FUNCTIONS.includes(name)
const engineOptions = (name) =>
  members(name).filter((member) => isAccepted(TABLES[name][member.name]) && isInJson(member))

// `npm run tables` writes the files that these tests compare.
describe('the game engines have every option that JSON can contain', () => {
  const engines = join(packages, 'embed/engines')
  const read = (file) => readFileSync(join(engines, file), 'utf8')
  const UNITY = 'unity/Runtime/LeydenOptions.cs'
  const GODOT = 'godot/addons/leyden/leyden.gd'
  const unityOutcome = read('unity/Runtime/LeydenOutcome.cs')

  const classOf = (source, name) =>
    new RegExp(`class ${name}\\b[^{]*\\{([\\s\\S]*?)\\n    \\}`).exec(source)[1]
  /** The names in backticks after this introduction, in the comment above a declaration. */
  const namesInGodot = (declaration, introduction) => {
    const [comment] = new RegExp(`(?:##.*\\n)+(?=${declaration}\\b)`).exec(read(GODOT))
    const [, list] = comment.split(introduction)
    return [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  }

  const statuses = Object.keys(isFinalOutcome)
  const fieldsOfOutcomes = new Set(['id', 'kind', 'status', ...statuses.flatMap(outcomeFields)])
  const overlayOptions = ['locale', 'timeoutMs']
  const CLASSES = { PayOptions: 'func pay', RampOptions: 'func buy' }

  it('Unity', async () => {
    const updatedSource = Object.keys(CLASSES).reduce(
      (source, name) => withProperties(source, name, engineOptions(name), TABLES[name]),
      read(UNITY),
    )
    for (const name of overlayOptions)
      expect(classOf(updatedSource, 'OverlayOptions')).toContain(`this["${name}"] =`)
    await expect(updatedSource).toMatchFileSnapshot(join(engines, UNITY))
  })

  it('Godot', async () => {
    const updatedSource = Object.entries(CLASSES).reduce(
      (source, [name, declaration]) =>
        withOptionList(source, declaration, [
          ...engineOptions(name).map((member) => member.name),
          ...overlayOptions,
        ]),
      read(GODOT),
    )
    await expect(updatedSource).toMatchFileSnapshot(join(engines, GODOT))
  })

  it('settings', () => {
    const options = [...engineOptions('ProviderOptions'), ...members('EmbedSettings'), { name: 'token' }]
    const names = options.filter(isInJson).map(({ name }) => name)
    const inUnity = [...classOf(read(UNITY), 'Settings').matchAll(/this\["(\w+)"\] = /g)]
    expect({
      unity: inUnity.map(([, name]) => name).sort(),
      godot: namesInGodot('func configure', 'Settings:').sort(),
    }).toEqual({ unity: names.sort(), godot: names.map(snakeCase).sort() })
  })

  it('outcome', () => {
    const fields = [...classOf(unityOutcome, 'Outcome').matchAll(/public (?:string|bool) (\w+);/g)]
    // A call that fails at once also has a message for developers.
    expect({
      unity: fields.map(([, name]) => name).sort(),
      godot: [...new Set(namesInGodot('signal outcome', 'ended:'))].sort(),
    }).toEqual({ unity: [...fieldsOfOutcomes, 'message'].sort(), godot: [...fieldsOfOutcomes].sort() })
  })

  it('status of an outcome', () => {
    const [, inUnity = ''] = /<summary>(.*(?:\n.*)?)<\/summary>\n.*string status;/.exec(unityOutcome) ?? []
    const [, inGodot = ''] = /`status` \(([^)]+)\)/.exec(read(GODOT)) ?? []
    expect({
      unity: [...inUnity.matchAll(/<c>(\w+)<\/c>/g)].map(([, status]) => status),
      godot: (inGodot.match(/[a-z]+/g) ?? []).filter((word) => word !== 'or'),
    }).toEqual({ unity: statuses, godot: statuses })
  })
})

it('the manifest of the elements has every option, event and part', async () => {
  const { modules } = elementsManifest()
  for (const { attributes, members, events, cssParts } of modules[0].declarations)
    for (const list of [attributes, members, events, cssParts]) expect(list.length).toBeGreaterThan(4)
  await expect(`${JSON.stringify(elementsManifest(), null, 2)}\n`).toMatchFileSnapshot(
    join(packages, 'embed/custom-elements.json'),
  )
})

describe('the stories have a story for each state', () => {
  it.each([
    ['pay/parts/pay-states.stories.tsx', 'payFixtures', payFixtures],
    ['ramp/parts/ramp-states.stories.tsx', 'rampFixtures', rampFixtures],
  ])('%s', async (path, name, fixtures) => {
    const file = join(packages, 'react/src', path)
    await expect(withStories(readFileSync(file, 'utf8'), name, Object.keys(fixtures))).toMatchFileSnapshot(
      file,
    )
  })
})

it('the console says of each wrong option what it must be', () => {
  expect(mistakeLines()).toMatchSnapshot()
})

describe('the tables of options', () => {
  it.each([
    ['docs/options.md', 9],
    ['docs/configuration.md', 2],
    ['docs/embed.md', 2],
    ['docs/operations.md', 1],
    ['docs/service.md', 1],
    ['docs/errors.md', 1],
    ['docs/events.md', 1],
    ['docs/languages.md', 1],
  ])('of %s match the declarations', async (path, count) => {
    const file = join(packages, '..', path)
    const text = readFileSync(file, 'utf8')
    expect(text.match(/^<!-- table /gm)).toHaveLength(count)
    await expect(withTables(text, tableOf)).toMatchFileSnapshot(file)
  })
})
