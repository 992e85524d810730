import OpenAI from 'openai'
import { createRaw } from './raw.mjs'

/** The raw loop over OpenAI's own client. `options`: of the client. */
export const create = (baseUrl, options = {}) => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'none', ...options })
  return createRaw((body) => client.chat.completions.create(body))
}
