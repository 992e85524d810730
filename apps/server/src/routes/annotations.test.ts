import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const greet = async (server: TestServer, name: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name } }))
  await (await server.deps.executor()).settled(id)
  return id
}
const found = async (server: TestServer, query: string): Promise<readonly string[]> => {
  const { items } = await bodyOf(await server.ask('GET', `/api/runs?${query}`))
  return items.map(({ id }: { readonly id: string }) => id)
}

describe('what people say about a run', () => {
  test('is stored next to its Journal, which stays unchanged', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await greet(server, 'Ada')
    const before = await bodyOf(await server.ask('GET', `/api/runs/${id}`))
    const annotation = { star: true, labels: ['slow', 'демо'], note: 'Try a warmer tone.' }
    expect(await bodyOf(await server.ask('PUT', `/api/runs/${id}/annotation`, annotation))).toEqual({
      ...before,
      annotation,
    })
    expect(await bodyOf(await server.ask('GET', `/api/runs/${id}`))).toEqual({ ...before, annotation })
    expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
  })

  test('finds it: by star, by label, by a word of the note', async () => {
    await using server = await testServer(GREETER_FILES)
    const [first, second] = [await greet(server, 'a'), await greet(server, 'b')]
    await server.ask('PUT', `/api/runs/${first}/annotation`, { star: true, labels: ['slow'] })
    await server.ask('PUT', `/api/runs/${second}/annotation`, { labels: ['демо'], note: 'warmer' })
    expect(await found(server, 'starred=true')).toEqual([first])
    expect(await found(server, `label=${encodeURIComponent('демо')}`)).toEqual([second])
    expect(await found(server, 'q=warm')).toEqual([second])
    expect(await found(server, 'q=slow&idea=greeter')).toEqual([first])
    expect(await bodyOf(await server.ask('GET', '/api/labels'))).toEqual(['slow', 'демо'])
  })

  test('is gone when it is cleared', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await greet(server, 'Ada')
    await server.ask('PUT', `/api/runs/${id}/annotation`, { star: true, labels: ['slow'], note: 'warmer' })
    const after = await bodyOf(await server.ask('PUT', `/api/runs/${id}/annotation`, {}))
    expect(after.annotation).toBeUndefined()
    expect(await found(server, 'q=warmer')).toEqual([])
    expect(await found(server, 'q=ada')).toEqual([id])
    expect(await bodyOf(await server.ask('GET', '/api/labels'))).toEqual([])
  })

  test('is refused where there is no such run or it does not fit', async () => {
    await using server = await testServer(GREETER_FILES)
    expect((await server.ask('PUT', '/api/runs/none/annotation', { star: true })).status).toBe(404)
    const id = await greet(server, 'Ada')
    for (const body of [{ star: 'yes' }, { labels: [''] }, { labels: ['a', 'a'] }, { note: 1 }, { other: 1 }])
      expect((await server.ask('PUT', `/api/runs/${id}/annotation`, body)).status).toBe(400)
  })
})

test('runs are listed by their model and by when they were started', async () => {
  await using server = await testServer(GREETER_FILES)
  const id = await greet(server, 'Ada')
  const { startedAt } = await bodyOf(await server.ask('GET', `/api/runs/${id}`))
  const later = new Date(Date.parse(startedAt) + 1).toISOString()
  expect(await found(server, 'model=simulated')).toEqual([id])
  expect(await found(server, 'model=another')).toEqual([])
  expect(await found(server, `from=${startedAt}&to=${later}`)).toEqual([id])
  expect(await found(server, `from=${later}`)).toEqual([])
  expect(await found(server, `to=${startedAt}`)).toEqual([])
})
