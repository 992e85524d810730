import type { Client } from './client.ts'
import { printableLine } from './printable.ts'

/** Says that a Run is answered by another model than was asked for by name: where no endpoint is known, that is the simulated one. */
export const tellOtherModel = async (client: Client, run: string, asked: string | undefined): Promise<void> => {
  if (asked === undefined) return
  const { model } = await client.call('GET', '/api/runs/{id}', { path: { id: run } })
  if (model === asked) return
  const { endpoints } = await client.call('GET', '/api/endpoints')
  const names = endpoints.flatMap(({ source, name }) => (source === 'workspace' ? [name] : []))
  const remedy =
    names.length === 0
      ? 'Set OPENAI_BASE_URL or OPENAI_API_KEY, or add an endpoint under Settings in the page.'
      : `Name one of the workspace's endpoints as well, such as --model ${names[0]}/${asked}; they are ${names.join(', ')}.`
  console.error(printableLine(`ensemble: no endpoint for the model ${asked}, so ${model} answers. ${remedy}`))
}
