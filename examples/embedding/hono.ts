// Ideas of a folder behind your own Hono routes: POST /run/greeter, then GET /runs/ID/events.
import { createEnsemble } from 'ensemble'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

const ensemble = await createEnsemble({ workspace: process.env['WORKSPACE'] ?? 'workspace' })
await ensemble.resume()

export const app = new Hono()

app.post('/run/:idea', async (c) => {
  const { id, status, output } = await ensemble.run(c.req.param('idea'), await c.req.json())
  return c.json({ id, status, output })
})

app.get('/runs/:id/events', (c) =>
  streamSSE(c, async (stream) => {
    const { signal } = c.req.raw
    const after = Number(c.req.header('last-event-id') ?? 0)
    for await (const event of ensemble.events(c.req.param('id'), { after, signal }))
      await stream.writeSSE({ data: JSON.stringify(event), ...(event.seq !== null && { id: String(event.seq) }) })
  }),
)

app.onError((error, c) => c.json({ message: error.message }, 500))

/** Live runs stop where they are; `resume` continues them at the next start. */
export const close = (): Promise<void> => ensemble.close()
