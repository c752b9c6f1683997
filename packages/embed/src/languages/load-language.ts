/**
 * In the build this replaces the module of this name in @leyden/react: the embed has its own language files
 * (`languages.ts`) and passes them to every provider.
 */
export function languageLoader(): undefined {
  return undefined
}
