import { readModels } from './list-models.ts'

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

/** Programs that name themselves as the owner of their models, by that name. */
const BY_OWNER: ReadonlyMap<string, string> = new Map([
  ['library', 'Ollama'],
  ['organization_owner', 'LM Studio'],
  ['llamacpp', 'llama.cpp'],
  ['vllm', 'vLLM'],
  ['sglang', 'SGLang'],
  ['koboldcpp', 'KoboldCpp'],
])

/** A program's own limits, which a first Run would meet, in plain words. The page has its own words for them. */
const QUIRKS: ReadonlyMap<string, string> = new Map([
  [
    'Ollama',
    'It cuts a question that is longer than its context, and says nothing. Set OLLAMA_CONTEXT_LENGTH to 16384 or more where it starts.',
  ],
  [
    'LM Studio',
    'It loads a model at its first question, so that one can take a minute. Set the context length when you load the model: the default is short.',
  ],
  [
    'llama.cpp',
    'It serves one model, and older versions call functions only if started with --jinja. A pattern that its grammars lack is refused; the next way to ask is then tried.',
  ],
  [
    'vLLM',
    'It calls functions only if started with --enable-auto-tool-choice and the --tool-call-parser of the model. Answers that keep to a schema need neither.',
  ],
])

export interface LocalServer {
  /** The program: as its models name it, else the one that has this port by default. */
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
  /** Limits of this program that a first Run would meet. */
  readonly quirk?: string
}

export const addressOf = (port: number): string => `http://127.0.0.1:${port}/v1`

/** Asks each default port of model servers on this machine once; lists those that answer like one. */
export const findLocalServers = async (
  egress: typeof globalThis.fetch,
  ports = USUAL_PORTS,
): Promise<readonly LocalServer[]> => {
  const asked = ports.map(async ({ name: usual, port }): Promise<readonly LocalServer[]> => {
    const baseUrl = addressOf(port)
    try {
      const models = await readModels({ baseUrl, apiKey: '', headers: {}, query: {} }, egress, DEADLINE_MS)
      const named = models.map(({ owner = '' }) => BY_OWNER.get(owner)).find((name) => name !== undefined)
      const name = named ?? usual
      const quirk = QUIRKS.get(name)
      return [{ name, baseUrl, models: models.map(({ id }) => id).toSorted(), ...(quirk !== undefined && { quirk }) }]
    } catch {
      // Nothing there, or something else: neither is a fault.
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}
