import { expect, test } from 'vitest'
import { listModels } from './list-models.ts'

const fault = (message: string, more: object): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), more) })
const REFUSED = fault('connect ECONNREFUSED 192.0.2.1:443', { code: 'ECONNREFUSED' })
const UNKNOWN = fault('getaddrinfo ENOTFOUND a.example', { code: 'ENOTFOUND', hostname: 'a.example' })
const UNTRUSTED = fault('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
const LATE = new DOMException('The operation was aborted due to timeout', 'TimeoutError')

test.each<readonly [baseUrl: string, error: Error, said: RegExp]>([
  ['http://127.0.0.1:9/v1', REFUSED, /does not answer\. Is the server running\?$/],
  ['http://[::1]:9/v1', LATE, /does not answer\. Is the server running\?$/],
  ['https://localhost:9/v1', UNTRUSTED, /cannot be reached: self-signed certificate\. .*NODE_EXTRA_CA_CERTS/],
  ['https://a.example/v1', REFUSED, /cannot be reached: connect ECONNREFUSED 192\.0\.2\.1:443\.$/],
  ['https://a.example/v1', UNKNOWN, /cannot be reached: the host name a\.example was not found; check the address, /],
  ['https://a.example/v1', LATE, /did not answer within 8 s\.$/],
])('models that %s cannot list: the sentence fits the place and the cause', async (baseUrl, error, said) => {
  const listed = listModels({ baseUrl, apiKey: '', headers: {}, query: {} }, () => Promise.reject(error))
  await expect(listed).rejects.toMatchObject({
    code: 'model.unreachable',
    message: expect.stringMatching(said),
  })
})
