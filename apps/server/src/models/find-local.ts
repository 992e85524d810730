import { listModels } from './list-models.ts'

/** The default ports of local model servers, by server. */
export const USUAL_PORTS: readonly { readonly name: string; readonly port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
  { name: 'Jan', port: 1337 },
  { name: 'GPT4All', port: 4891 },
  { name: 'text-generation-webui', port: 5000 },
  { name: 'KoboldCpp', port: 5001 },
  { name: 'SGLang', port: 30000 },
]

const DEADLINE_MS = 1500

export interface LocalServer {
  /** The server that has this port by default. */
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
}

export const addressOf = (port: number): string => `http://127.0.0.1:${port}/v1`

/** Asks each default port of model servers on this machine once; lists those that answer like one. */
export const findLocalServers = async (
  egress: typeof globalThis.fetch,
  ports = USUAL_PORTS,
): Promise<readonly LocalServer[]> => {
  const asked = ports.map(async ({ name, port }): Promise<readonly LocalServer[]> => {
    const baseUrl = addressOf(port)
    try {
      return [
        {
          name,
          baseUrl,
          models: await listModels({ baseUrl, apiKey: '', headers: {}, query: {} }, egress, DEADLINE_MS),
        },
      ]
    } catch {
      // Nothing there, or something else: neither is a fault.
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}
