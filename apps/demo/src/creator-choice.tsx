import { type Creator, SOMEONE_ELSE } from './creators.js'
import type { ShopTexts } from './shop-texts.js'

/** The choice of a creator: one radio button in a card for each. */
export function CreatorChoice(props: {
  creators: Creator[]
  texts: ShopTexts
  chosen: Creator
  onChoose: (creator: Creator) => void
}) {
  return (
    <fieldset className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(165px,100%),1fr))] gap-2 sm:grid-cols-[repeat(auto-fit,minmax(210px,1fr))] sm:gap-3.5">
      <legend className="sr-only">{props.texts.whom}</legend>
      {props.creators.map((creator) => (
        <label
          key={creator.id}
          className="flex cursor-pointer items-center gap-2.5 rounded-2xl sm:gap-3 border border-line bg-card p-2.5 has-checked:bg-glow has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-accent forced-colors:has-checked:outline-[Highlight] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="creator"
            className="sr-only"
            checked={creator.id === props.chosen.id}
            onChange={() => props.onChoose(creator)}
          />
          <img
            src={`./creators/${creator.id}.svg`}
            alt=""
            className="h-8 w-12 flex-none rounded-[10px] sm:h-12 sm:w-18 dark:brightness-88"
          />
          <span className="grid min-w-0">
            <span className="font-[650]">
              {creator === SOMEONE_ELSE ? props.texts.someoneElse : creator.name}
            </span>
            <span className="text-sm leading-[1.3] text-soft">{props.texts.crafts[creator.id]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
