/** The elements that are cut off or overflow the card, which nobody can scroll sideways. */
export function outsideCard(card: Element): string[] {
  const cardBox = card.getBoundingClientRect()
  return [...card.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.checkVisibility() && !element.closest('.ly-hidden'))
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      // The whole address has to be readable, in its line or below it.
      const isShownBelow = element.matches('input') && card.querySelector('.ly-who-whole')
      const mayBeCut =
        !element.matches('button, a, h2, p, label, .ly-who-name, .ly-who-whole') || isShownBelow
      const isCut = !mayBeCut && element.scrollWidth > element.clientWidth + 1
      return left < cardBox.left - 0.5 || right > cardBox.right + 0.5 || isCut
    })
    .map((element) => `${element.className} ${element.textContent}`)
}
