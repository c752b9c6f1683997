/** Renders a text with `code` in it. */
export function renderInlineCode(text = '') {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${index}${part}`}>{part}</code> : part))
}
