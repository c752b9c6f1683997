/** Adds the first free number to a name, because a page may have several widgets with equal props. */
export function numberedName(name: string, taken: ReadonlySet<string>): string {
  let number = 0
  while (taken.has(`${name}#${number}`)) number++
  return `${name}#${number}`
}
