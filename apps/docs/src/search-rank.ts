/**
 * How much a page counts in the search: somebody who searches for "install" means a guide, and not the decision or the
 * reference that mentions it. Pages that are not named count as 1.
 */
const RANKS: readonly (readonly [RegExp, number])[] = [
  [/^questions\//u, 2],
  [/^guides\/questions$/u, 0.1],
  [/^api\//u, 0.05],
  [/^decisions(?:\/|$)/u, 0.05],
  [/^(?:project\/|guides\/(?:architecture|glossary|performance|reliability)$)/u, 0.2],
  [/^(?:packages\/(?:core|lightning|lnurl)|guides\/below-the-bff)$/u, 0.2],
  [/^messages\//u, 0.15],
  [/^(?:errors|engines)\//u, 0.5],
  [/^(?:packages|guides)\/sandbox$/u, 0.6],
  [/^(?:packages|guides)\/create$/u, 0.9],
  [/^guides\/(?:service|configuration)$/u, 0.6],
]

export const rankOf = (id: string): number => RANKS.find(([pattern]) => pattern.test(id))?.[1] ?? 1

/** What newcomers call the subject of a page, where the page itself uses other words. */
const WORDS: Readonly<Record<string, string>> = {
  'start/react': 'install setup getting started react vite next',
  'guides/quick-start': 'install setup getting started npm pnpm yarn bun api key',
  'guides/frameworks': 'install next react router astro tanstack start express fastify hono vite server',
  'guides/elements': 'vue svelte solid angular lit typescript types web components custom elements',
  'packages/react': 'typescript types props component install',
  'packages/bff': 'backend server',
  'guides/deploy': 'deploy deployment hosting production docker',
  'guides/events': 'webhook webhooks',
  'guides/upgrading': 'upgrade update version migration changelog breaking changes',
  'guides/cors': 'cors cross origin',
  'guides/testing': 'test vitest jest playwright',
  'questions/how-do-i-leave-other-languages-out-of-my-bundle': 'only english',
}

export const wordsOf = (id: string): string | undefined => WORDS[id]
