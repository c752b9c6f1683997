import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute } from 'astro'

/** The page with play money, in one file that the build of the embed has written. */
export const GET: APIRoute = () =>
  new Response(readFileSync(join(process.cwd(), '../../packages/embed/dist/play.html')))
