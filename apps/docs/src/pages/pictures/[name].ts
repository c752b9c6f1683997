import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'

const FOLDER = join(process.cwd(), '../../docs')

/** The pictures of `docs`. */
export const getStaticPaths = (() =>
  readdirSync(FOLDER)
    .filter((name) => /\.(?:png|svg|gif|webp)$/u.test(name))
    .map((name) => ({ params: { name } }))) satisfies GetStaticPaths

export const GET: APIRoute = ({ params }) => new Response(readFileSync(join(FOLDER, params.name ?? '')))
