import type { Manifest } from '../edit/package-json.js'

/** An app that this tool cannot add to. */
interface OtherApp {
  /** A package in its manifest. */
  packageName: string
  /** Its framework, as people call it. */
  name: string
  /** The section of the documentation with the files for it. */
  section: string
}

/** Frameworks that make their pages themselves, also where they build with Vite and render with React. */
export const FRAMEWORKS: readonly OtherApp[] = [
  { packageName: '@react-router/dev', name: 'React Router', section: 'frameworks.md#react-router' },
  { packageName: '@remix-run/dev', name: 'Remix', section: 'frameworks.md#other-frameworks' },
  { packageName: '@tanstack/react-start', name: 'TanStack Start', section: 'frameworks.md#tanstack-start' },
  { packageName: 'astro', name: 'Astro', section: 'frameworks.md#astro' },
  { packageName: 'vike', name: 'Vike', section: 'frameworks.md#other-frameworks' },
  { packageName: '@sveltejs/kit', name: 'SvelteKit', section: 'frameworks.md#other-frameworks' },
  { packageName: 'nuxt', name: 'Nuxt', section: 'frameworks.md#other-frameworks' },
  { packageName: 'electron', name: 'Electron', section: 'embed.md#electron' },
]

/** What an app is made with that has not both React and Vite or Next.js. */
export const WITHOUT_REACT: readonly OtherApp[] = [
  { packageName: 'vue', name: 'Vue', section: 'elements.md#vue' },
  { packageName: 'svelte', name: 'Svelte', section: 'elements.md#svelte' },
  { packageName: 'solid-js', name: 'Solid', section: 'elements.md#solid' },
  { packageName: '@angular/core', name: 'Angular', section: 'elements.md#angular' },
  { packageName: 'lit', name: 'Lit', section: 'elements.md#lit' },
  { packageName: 'express', name: 'Express', section: 'frameworks.md#express' },
  { packageName: 'fastify', name: 'Fastify', section: 'frameworks.md#fastify' },
  { packageName: 'hono', name: 'Hono', section: 'frameworks.md#hono' },
]

/** The first of these that an app has. */
export const foundIn = (
  { dependencies, devDependencies }: Manifest,
  apps: readonly OtherApp[],
): OtherApp | undefined =>
  apps.find(({ packageName }) => dependencies?.[packageName] ?? devDependencies?.[packageName])
