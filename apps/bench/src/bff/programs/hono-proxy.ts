// The same with Hono and `fetch`, as in Hono's documentation. `PORT`, `UPSTREAM`, `KEY`.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

const app = new Hono().all('*', (context) =>
  proxy(`${process.env.UPSTREAM}${context.req.path}`, {
    ...context.req,
    headers: { apikey: String(process.env.KEY), 'content-type': 'application/json' },
  }),
)
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
