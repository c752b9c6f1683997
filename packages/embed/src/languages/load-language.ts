/**
 * In the build, in place of the module of this name in @leyden/react: the embed has language files of its own
 * (`languages.ts`) and hands them to every provider.
 */
export function languageLoader(): undefined {
  return undefined
}
