import { Agent, request } from 'node:http'
import { createRaw, chunksOf } from './raw.mjs'

/** The raw loop over node:http with connections that are kept. */
export const create = (baseUrl) => {
  const agent = new Agent({ keepAlive: true })
  return createRaw(async (body) => {
    const text = JSON.stringify(body)
    const response = await new Promise((found, fail) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        authorization: 'Bearer none',
      }
      request(`${baseUrl}/chat/completions`, { method: 'POST', agent, headers }, found).on('error', fail).end(text)
    })
    if (body.stream) return chunksOf(response)
    const chunks = []
    for await (const chunk of response) chunks.push(chunk)
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  })
}
