import { type Model, ModelError } from '@ensemble/core'
import { createSdkModel, type SdkLanguageModel, type SdkModelOptions } from '@ensemble/core/ai-sdk'
import type { ProviderApi } from '@ensemble/core/host'
import type { OpenEndpoint } from '../workspace/endpoint.ts'

/** The settings of a provider's package; all of them take these names. */
interface ProviderSettings {
  readonly apiKey: string
  readonly baseURL: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
}
type CreateProvider = (settings: ProviderSettings) => (model: string) => SdkLanguageModel

/** Package and function of each API. The packages are optional: none is loaded before a model of its API is asked. */
const PROVIDERS: { readonly [api in ProviderApi]: readonly [packageName: string, create: string] } = {
  anthropic: ['@ai-sdk/anthropic', 'createAnthropic'],
  google: ['@ai-sdk/google', 'createGoogleGenerativeAI'],
  mistral: ['@ai-sdk/mistral', 'createMistral'],
  cohere: ['@ai-sdk/cohere', 'createCohere'],
  groq: ['@ai-sdk/groq', 'createGroq'],
  xai: ['@ai-sdk/xai', 'createXai'],
  bedrock: ['@ai-sdk/amazon-bedrock', 'createAmazonBedrock'],
}

/** The major version whose packages run on every Node that this program runs on. */
const MAJOR: Partial<Record<ProviderApi, number>> = { bedrock: 4 }

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(name)

const loadProvider = async (api: ProviderApi): Promise<CreateProvider> => {
  const [name, create] = PROVIDERS[api]
  try {
    const loaded = (await import(name)) as { readonly [exported: string]: CreateProvider } // by its documentation
    const found = loaded[create]
    if (found !== undefined) return found
  } catch (error) {
    if (!isMissing(error, name)) throw error
  }
  throw new ModelError(
    'model.option',
    `"api": "${api}" needs the package ${name}, which is not installed. Install it next to ensemble: npm install ${name}@${MAJOR[api] ?? 3}`,
    { retryable: false },
  )
}

/** Adds the endpoint's own parameters and members to each request: the packages take neither. */
const withOwnParts =
  ({ query, body }: Pick<OpenEndpoint, 'query' | 'body'>, egress: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const isExtended = Object.keys(body).length > 0 && typeof init?.body === 'string'
    // The package wrote it as JSON.
    const extended = isExtended ? JSON.stringify({ ...(JSON.parse(String(init.body)) as object), ...body }) : init?.body
    return egress(url.href, { ...init, ...(extended !== undefined && { body: extended }) })
  }

export interface ProviderModelOptions extends OpenEndpoint, Pick<SdkModelOptions, 'name' | 'slots' | 'capabilities'> {
  readonly api: ProviderApi
  /** As the endpoint knows it. */
  readonly model: string
  readonly fetch: typeof globalThis.fetch
}

/** A Model behind a provider's own API. Its package is loaded with the first question; without it, that fails with `model.option`. */
export const createProviderModel = (options: ProviderModelOptions): Model => {
  const { api, model, baseUrl, apiKey, headers, name, slots, capabilities, secrets, fetch } = options
  let opened: Promise<SdkLanguageModel> | undefined
  const open = (): Promise<SdkLanguageModel> =>
    (opened ??= loadProvider(api).then((create) =>
      create({ apiKey, baseURL: baseUrl, headers, fetch: withOwnParts(options, fetch) })(model),
    ))
  const language: SdkLanguageModel = {
    provider: api,
    modelId: model,
    doStream: async (question) => (await open()).doStream(question),
    doGenerate: async (question) => (await open()).doGenerate(question),
  }
  return createSdkModel({
    model: language,
    endpoint: baseUrl,
    secrets: [apiKey, ...secrets],
    ...(name !== undefined && { name }),
    ...(slots !== undefined && { slots }),
    ...(capabilities !== undefined && { capabilities }),
  })
}
