/**
 * Loads an optional peer dependency, on its first use.
 *
 * @param feature the feature that needs it, for the message.
 * @throws Error with the command to install it.
 */
export async function loadOptional<Module>(
  feature: string,
  packages: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw missing(feature, packages, cause)
  }
}

export function missing(feature: string, packages: string, cause: unknown): Error {
  return new Error(`${feature} needs to be installed with: npm install ${packages}`, { cause })
}
