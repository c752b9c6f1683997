import type { Creator } from './creators.js'

/** Whom to tip: one radio button as a card each. */
export function CreatorChoice(props: {
  creators: Creator[]
  chosen: Creator
  onChoose: (creator: Creator) => void
}) {
  return (
    <fieldset className="creators">
      <legend className="visually-hidden">Whom would you like to tip?</legend>
      {props.creators.map((creator) => (
        <label className="creator" key={creator.id}>
          <input
            type="radio"
            name="creator"
            className="visually-hidden"
            checked={creator.id === props.chosen.id}
            onChange={() => props.onChoose(creator)}
          />
          <img className="creator-art" src={`./creators/${creator.id}.svg`} alt="" />
          <span className="creator-text">
            <span className="creator-name">{creator.name}</span>
            <span className="creator-craft">{creator.craft}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
