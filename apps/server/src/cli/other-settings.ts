import { SIMULATED } from '../models/models.ts'
import type { Settings } from '../settings/settings.ts'
import type { Client } from './client.ts'

/** The running server's model for a Run that names none. */
interface ServerModel {
  readonly model: string
  /** The endpoint that its own environment gave it. */
  readonly baseUrl: string | undefined
}

/** The variables that name another model or endpoint than the server has. */
export const unusedVariables = (
  { openai, model }: Pick<Settings, 'openai' | 'model'>,
  server: ServerModel,
): readonly string[] => {
  // A name that no endpoint is there for is answered by the simulated model, in any process.
  const wanted = openai === undefined && model?.includes('/') === false ? SIMULATED : model
  return [
    ...(openai?.baseUrl !== undefined && openai.baseUrl !== server.baseUrl ? ['OPENAI_BASE_URL'] : []),
    ...(openai !== undefined && openai.baseUrl === undefined && server.baseUrl === undefined ? ['OPENAI_API_KEY'] : []),
    ...(wanted !== undefined && wanted !== server.model ? ['ENSEMBLE_MODEL'] : []),
  ]
}

const serverModelOf = async (client: Client): Promise<ServerModel | undefined> => {
  const { model } = await client.call('GET', '/api/health')
  if (model === undefined) return undefined
  const { endpoints } = await client.call('GET', '/api/endpoints')
  return { model, baseUrl: endpoints.find(({ source }) => source === 'environment')?.baseUrl }
}

/** Reports on the error stream which variables of this command a running server ignores. */
export const tellUnusedVariables = async (
  client: Client,
  settings: Pick<Settings, 'openai' | 'model'>,
): Promise<void> => {
  if (settings.openai === undefined && settings.model === undefined) return
  const server = await serverModelOf(client)
  const unused = server === undefined ? [] : unusedVariables(settings, server)
  if (server === undefined || unused.length === 0) return
  const place = server.baseUrl === undefined ? '' : ` at ${server.baseUrl}`
  const [are, them] = unused.length === 1 ? ['is', 'it'] : ['are', 'them']
  console.error(
    `ensemble: ${unused.join(' and ')} ${are} not used: the server running at ${client.url} has ` +
      `its own settings (model ${server.model}${place}); stop it to use ${them}.`,
  )
}
