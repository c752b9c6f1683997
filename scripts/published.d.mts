/** The absolute paths of the folders in which a run of tests finds what it has built. */
export const PUBLISHED: Readonly<Record<'site' | 'storybook' | 'tarballs', string>>
export const SITE_PATH: string
export function publish(name: keyof typeof PUBLISHED): Promise<void>
