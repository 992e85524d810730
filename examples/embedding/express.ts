// Ideas of a folder behind your own Express routes: POST /run/greeter, and a person's decision on a Call that waits.
import { createEnsemble } from 'ensemble'
import express from 'express'

const ensemble = await createEnsemble({
  workspace: process.env['WORKSPACE'] ?? 'workspace',
  // A function of this program does the work of the Tool with its name.
  activities: { greetUser: ({ name }: { readonly name: string }) => `Hello from Express, ${name}!` },
})
await ensemble.resume()

export const app = express()
app.use(express.json())

app.post('/run/:idea', async (request, response) => {
  const { id, status, output } = await ensemble.run(request.params.idea, request.body)
  response.json({ id, status, output, approvals: ensemble.executor.approvals().filter(({ run }) => run === id) })
})

app.post('/runs/:run/approve/:call', async (request, response) => {
  const { run, call } = request.params
  await ensemble.executor.decide(run, call, { decision: 'approve', hash: request.body.hash, by: request.body.by })
  const { status, output } = await ensemble.executor.settled(run)
  response.json({ status, output })
})

/** Live runs stop where they are; `resume` continues them at the next start. */
export const close = (): Promise<void> => ensemble.close()
