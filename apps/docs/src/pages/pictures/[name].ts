import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'

const FOLDERS = ['docs', 'packages/embed/engines/pictures'].map((path) => join(process.cwd(), '../..', path))
const isPicture = (name: string) => /\.(?:png|svg|gif|webp)$/u.test(name)

/** The pictures of the guides and of the engines. */
export const getStaticPaths = (() =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter(isPicture)
      .map((name) => ({ params: { name }, props: { path: join(folder, name) } })),
  )) satisfies GetStaticPaths

export const GET: APIRoute<{ path: string }> = ({ props }) => new Response(readFileSync(props.path))
