// Every icon of the widgets, drawn by us on a grid of 20 × 20 with rounded lines. The paths are in the
// script: `<use>` does not reach from a shadow root into the page, and a picture in a style sheet would need `data:` in
// the page's Content Security Policy.
const PATHS = {
  copy: 'M9 7h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM4 12.7A1.9 1.9 0 0 1 3 11V5a2 2 0 0 1 2-2h6a1.9 1.9 0 0 1 1.7 1',
  wallet:
    'M14 7V5.2A2.2 2.2 0 0 0 11.8 3H5a2 2 0 0 0 0 4h9.7A2.3 2.3 0 0 1 17 9.3v5.4a2.3 2.3 0 0 1-2.3 2.3H5.5A2.5 2.5 0 0 1 3 14.5V5M13.4 12h.1',
  back: 'M8.5 4.5 3 10l5.5 5.5M3.4 10H17',
  scan: 'M3 7V5a2 2 0 0 1 2-2h2M13 3h2a2 2 0 0 1 2 2v2M17 13v2a2 2 0 0 1-2 2h-2M7 17H5a2 2 0 0 1-2-2v-2M6.5 10h7',
  shield: 'm10 2.4 6.2 2.2v4.9c0 3.7-2.5 6.5-6.2 8.1-3.7-1.6-6.2-4.4-6.2-8.1V4.6zM7.3 9.9l2 2 3.5-3.8',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6.4V10l2.5 1.7',
  share:
    'M10 12.4V2.8M6.6 6 10 2.6 13.4 6M6.2 9H5.5A2.5 2.5 0 0 0 3 11.5v3A2.5 2.5 0 0 0 5.5 17h9a2.5 2.5 0 0 0 2.5-2.5v-3A2.5 2.5 0 0 0 14.5 9h-.7',
  warning:
    'M10 7.6v3.5M10 13.9v.1M8.6 3.3 2.1 14.5A1.6 1.6 0 0 0 3.5 17h13a1.6 1.6 0 0 0 1.4-2.5L11.4 3.3a1.6 1.6 0 0 0-2.8 0z',
} as const

/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** An icon in the colour of the text, a little larger than it. Screen readers skip it: the words beside it say it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="ly-icon ly-sign"
      data-ly-icon={name}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path strokeLinecap="round" strokeLinejoin="round" d={PATHS[name]} />
    </svg>
  )
}
