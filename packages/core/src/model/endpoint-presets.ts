import type { ProviderApi } from './model.ts'

/** An address that people have an account at, or a server on their own machine. */
export interface EndpointPreset {
  /** The name that the endpoint gets in ensemble.json. */
  readonly name: string
  readonly title: string
  /** In capitals: the part that a person replaces. */
  readonly baseUrl: string
  /** The environment variable that the provider's own tools read; undefined where no key is needed. */
  readonly key?: string
  /** A provider's own API; Chat Completions or Responses where left out. */
  readonly api?: ProviderApi
}

/** The addresses of providers' Chat Completions APIs, and of two own ones, as their documentation gave them on 2026-11-23. */
export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  { name: 'openai', title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  { name: 'anthropic', title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', key: 'ANTHROPIC_API_KEY' },
  {
    name: 'gemini',
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: 'GEMINI_API_KEY',
  },
  {
    name: 'azure',
    title: 'Azure OpenAI',
    baseUrl: 'https://RESOURCE.openai.azure.com/openai/v1',
    key: 'AZURE_OPENAI_API_KEY',
  },
  { name: 'openrouter', title: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', key: 'OPENROUTER_API_KEY' },
  { name: 'groq', title: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', key: 'GROQ_API_KEY' },
  { name: 'mistral', title: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', key: 'MISTRAL_API_KEY' },
  { name: 'deepseek', title: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', key: 'DEEPSEEK_API_KEY' },
  { name: 'xai', title: 'xAI', baseUrl: 'https://api.x.ai/v1', key: 'XAI_API_KEY' },
  { name: 'together', title: 'Together AI', baseUrl: 'https://api.together.xyz/v1', key: 'TOGETHER_API_KEY' },
  {
    name: 'fireworks',
    title: 'Fireworks AI',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    key: 'FIREWORKS_API_KEY',
  },
  { name: 'cerebras', title: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1', key: 'CEREBRAS_API_KEY' },
  {
    name: 'anthropic-messages',
    title: 'Anthropic, Messages API',
    baseUrl: 'https://api.anthropic.com/v1',
    key: 'ANTHROPIC_API_KEY',
    api: 'anthropic',
  },
  {
    name: 'google',
    title: 'Google, Gemini API',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    key: 'GEMINI_API_KEY',
    api: 'google',
  },
  { name: 'ollama', title: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'lm-studio', title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama-cpp', title: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vllm', title: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]
