import { expect, test } from 'vitest'
import { testServer } from '../../apps/server/src/testing/test-server.ts'
import { clientTypes } from './index.mjs'

test("the types of the page's client are those of the routes (`npm run docs` makes them again)", async () => {
  const server = await testServer()
  try {
    const description = await (await server.ask('GET', '/api/openapi.json')).json()
    await expect(await clientTypes(description)).toMatchFileSnapshot('../../apps/web/src/platform/api/openapi.ts')
  } finally {
    await server[Symbol.asyncDispose]()
  }
})
