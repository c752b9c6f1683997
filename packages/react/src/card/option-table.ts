/** The props that are no options of a widget: they go to its root element. */
export function withoutOptions<P extends object, Name extends string>(
  props: P,
  options: Readonly<Record<Name, true>>,
): Omit<P, Name> {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => !Object.hasOwn(options, name)),
  ) as unknown as Omit<P, Name>
}
