/** The elements that are cut off or overflow the card, which nobody can scroll sideways. */
export function outsideCard(card: Element): string[] {
  const cardBox = card.getBoundingClientRect()
  return (
    [...card.querySelectorAll<HTMLElement>('*')]
      // A field that cuts off an address is transparent, and the whole address is shown in its place.
      .filter(
        (element) => element.checkVisibility({ opacityProperty: true }) && !element.closest('.ly-hidden'),
      )
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const mayBeCut = !element.matches('button, a, h2, p, label, .ly-who-name')
        const isCut = !mayBeCut && element.scrollWidth > element.clientWidth + 1
        return left < cardBox.left - 0.5 || right > cardBox.right + 0.5 || isCut
      })
      .map((element) => `${element.className} ${element.textContent}`)
  )
}
