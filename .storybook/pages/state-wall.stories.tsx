import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import { LeydenProvider } from '../../packages/react/src/foundation/provider/leyden-provider.js'
import { languageFiles } from '../../packages/react/src/languages/load-language.js'
import { payFixtures } from '../../packages/react/src/pay/flow/fixtures.js'
import * as payStates from '../../packages/react/src/pay/parts/pay-states.stories.js'
import { rampFixtures } from '../../packages/react/src/ramp/flow/fixtures.js'
import * as rampRefusals from '../../packages/react/src/ramp/parts/ramp-refusals.stories.js'
import * as rampStates from '../../packages/react/src/ramp/parts/ramp-states.stories.js'
import { PayPicture, type PayPictureProps } from '../../packages/react/src/test-support/pay-picture.js'
import { RampPicture, type RampPictureProps } from '../../packages/react/src/test-support/ramp-picture.js'
import { stopClock } from '../../packages/react/src/test-support/stop-clock.js'
import { createFakeClient } from '../../packages/react/src/testing/fake-client.js'
import { type Scheme, schemeOf } from '../themes.js'
import { Choice } from './choice.js'
import { MasonryFigure } from './masonry.js'
import { usePageArgs } from './use-page-args.js'

interface WallProps {
  /** A filter: only states whose names contain this text are shown. */
  find: string
  scheme: 'toolbar' | 'light' | 'dark' | 'both'
  width: '280' | '320' | '376' | '640'
  /** `toolbar`, `all`, or a language. */
  locale: string
}

interface Toolbar {
  scheme: Scheme
  locale: string
}

interface Tile {
  id: string
  name: string
  draw: () => ReactNode
}

const client = createFakeClient()
/** The padding around each card, as in the style sheet. */
const PADDING_PX = 12
const LOCALES = ['en', ...Object.keys(languageFiles)]
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** The states of the address in a form, as people see them one after another. */
const LOOKUPS = ['empty', 'typing', 'looking', 'invalid', 'unreachable', 'found']

/** A tile for each story, in the order of the flow: a module lists its exports by name. */
function tilesOf<P extends { state: { status: string }; lookup?: { status: string } | undefined }>(
  title: string,
  stories: Record<string, unknown>,
  statuses: readonly string[],
  draw: (args: P) => ReactNode,
): Tile[] {
  const { default: meta, ...namedStories } = stories as Record<
    string,
    { args?: Partial<P>; parameters?: { width?: string } }
  >
  const placeOf = ({ state, lookup }: Partial<P> = {}) =>
    statuses.indexOf(state?.status ?? '') * LOOKUPS.length + LOOKUPS.indexOf(lookup?.status ?? 'empty')
  return Object.entries(namedStories)
    .filter(([key, story]) => !key.startsWith('__') && !story.parameters?.width)
    .sort(([, a], [, b]) => placeOf(a.args) - placeOf(b.args))
    .map(([key, { args }]) => ({
      id: toId(title, storyNameFromExport(key)),
      name: storyNameFromExport(key),
      draw: () => draw({ ...meta?.args, ...args } as P),
    }))
}

const payStatuses = Object.keys(payFixtures)
const rampStatuses = Object.keys(rampFixtures)
const pay = tilesOf<PayPictureProps>('Pay/States', payStates, payStatuses, (args) => <PayPicture {...args} />)
const ramp = [
  ...tilesOf<RampPictureProps>('Buy/States', rampStates, rampStatuses, (args) => <RampPicture {...args} />),
  ...tilesOf<RampPictureProps>('Buy/Refusals', rampRefusals, rampStatuses, (args) => (
    <RampPicture {...args} />
  )),
].filter(({ name }) => name !== 'Open In A Dialog')

function Wall({
  widget,
  tiles,
  toolbar,
  onChange,
  ...args
}: WallProps & {
  widget: string
  tiles: Tile[]
  toolbar: Toolbar
  onChange: (args: Partial<WallProps>) => void
}) {
  const { find, scheme, width, locale } = args
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const shownTiles = tiles.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const schemes =
    scheme === 'both' ? (['light', 'dark'] as const) : [scheme === 'toolbar' ? toolbar.scheme : scheme]
  const locales = locale === 'all' ? LOCALES : [locale === 'toolbar' ? toolbar.locale : locale]
  const tileWidth = Number(width) + 2 * PADDING_PX
  return (
    <main className="page-wall">
      <h1>Every state of {widget}</h1>
      <div className="page-bar">
        <label className="page-choice">
          Find a state
          <input
            type="search"
            value={find}
            placeholder="expired, paid, offline…"
            onChange={({ currentTarget }) => onChange({ find: currentTarget.value })}
          />
        </label>
        <Choice
          label="Scheme"
          value={scheme}
          options={[
            ['toolbar', 'As in the toolbar'],
            ['light', 'Light'],
            ['dark', 'Dark'],
            ['both', 'Both'],
          ]}
          onChange={(next) => onChange({ scheme: next })}
        />
        <Choice
          label="Width"
          value={width}
          options={[
            ['280', '280 px'],
            ['320', '320 px'],
            ['376', '376 px'],
            ['640', '640 px'],
          ]}
          onChange={(next) => onChange({ width: next })}
        />
        <Choice
          label="Language"
          value={locale}
          options={[
            ['toolbar', 'As in the toolbar'],
            ...LOCALES.map((localeCode) => [localeCode, languageNames.of(localeCode) ?? localeCode] as const),
            ['all', 'All languages'],
          ]}
          onChange={(next) => onChange({ locale: next })}
        />
        <output>
          {shownTiles.length} of {tiles.length} states
        </output>
      </div>
      <div
        className="page-masonry"
        style={{ gridTemplateColumns: `repeat(auto-fill, min(100%, ${tileWidth}px))` }}
      >
        {shownTiles.flatMap((tile) =>
          schemes.flatMap((colorScheme) =>
            locales.map((language) => (
              <MasonryFigure key={`${tile.id} ${colorScheme} ${language}`} width={tileWidth}>
                <figcaption>
                  <a
                    href={`./?path=/story/${tile.id}&globals=scheme:${colorScheme};locale:${language}`}
                    target="_top"
                  >
                    {tile.name}
                  </a>
                  {schemes.length + locales.length > 2 && ` · ${colorScheme} · ${language}`}
                </figcaption>
                <div className="page-tile" data-scheme={colorScheme}>
                  <WhenNear>
                    <LeydenProvider client={client} locale={language} colorScheme={colorScheme}>
                      {tile.draw()}
                    </LeydenProvider>
                  </WhenNear>
                </div>
              </MasonryFigure>
            )),
          ),
        )}
      </div>
    </main>
  )
}

/** Renders only cards near the viewport, because a wall has hundreds of cards, and some have a page in a frame. */
function WhenNear({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!container.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '600px',
    })
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={container} className={isNear ? undefined : 'page-waiting'}>
      {isNear && children}
    </div>
  )
}

const meta = {
  title: 'State wall',
  // The test of the built Storybook opens these pages and clicks in them.
  tags: ['!autodocs', '!test', 'page'],
  args: { find: '', scheme: 'toolbar', width: '376', locale: 'toolbar' },
  // The page shows the same widget many times, so its landmarks have the same names.
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
  beforeEach: stopClock,
} satisfies Meta<WallProps>
export default meta
type Story = StoryObj<WallProps>

const renderWall = (widget: string, tiles: Tile[]): NonNullable<Story['render']> =>
  function render(args, { id, globals }) {
    const [pageArgs, setPageArgs] = usePageArgs(args, id)
    const toolbar = { scheme: schemeOf(globals.scheme), locale: String(globals.locale) }
    return <Wall {...pageArgs} widget={widget} tiles={tiles} toolbar={toolbar} onChange={setPageArgs} />
  }

/** Every state of the pay widget. The choices are in the URL, so that a link shows what you see. */
export const PayToLightningAddress: Story = {
  name: 'PayToLightningAddress: all states',
  render: renderWall('PayToLightningAddress', pay),
}
/** Every state of the ramp widget; the pages in the frames are the sandbox’s own. */
export const RampWidget: Story = {
  name: 'RampWidget: all states',
  render: renderWall('RampWidget', ramp),
}
