// The cost of listening, with the Ideas of a large workspace listed or not.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/api/health', (context) => context.json({ status: 'ok' }))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
