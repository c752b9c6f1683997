/** Makes an element with these properties, and adds it to a parent. */
export function append<Tag extends keyof HTMLElementTagNameMap>(
  parent: Element | ShadowRoot,
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(parent.ownerDocument.createElement(tag), properties)
  parent.append(element)
  return element
}
