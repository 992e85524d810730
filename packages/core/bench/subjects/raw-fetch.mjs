import { createRaw, chunksOf } from './raw.mjs'

/** The raw loop over the platform's own fetch. */
export const create = (baseUrl) =>
  createRaw(async (body) => {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
      body: JSON.stringify(body),
    })
    return body.stream ? chunksOf(response.body) : await response.json()
  })
