// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, request, setGuard } from './client.ts'
import { readFacts } from './facts.ts'

afterEach(() => {
  setGuard(undefined)
  vi.unstubAllGlobals()
})

const asked: string[] = []
const serve = (readOnly: boolean): void => {
  const answers: Record<string, unknown> = {
    '/api/health': { workspace: '/shared', readOnly },
    '/api/openapi.json': {
      paths: {
        '/api/runs': { get: {}, post: {} },
        '/api/runs/{id}/replay': { post: { 'x-only-looks': true } },
        '/api/drafts/{file}': { get: {}, put: {} },
      },
    },
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    return Response.json(answers[path] ?? {})
  })
}
const codeOf = (method: 'GET' | 'POST' | 'PUT', path: string): Promise<unknown> =>
  request(path, { method }).then(
    ({ status }) => status,
    (error: unknown) => error instanceof ApiError && [error.status, error.code, error.title],
  )

it('a workspace that cannot be written is asked for nothing that it refuses, until it can be written', async () => {
  serve(true)
  await readFacts()
  asked.length = 0
  const refusal = [403, 'workspace.readOnly', 'This workspace is read-only.']
  expect(await codeOf('POST', '/api/runs')).toEqual(refusal)
  expect(await codeOf('PUT', '/api/drafts/ideas/a.json')).toEqual(refusal)
  expect(await codeOf('POST', '/api/runs/x/y/replay')).toEqual(refusal)
  expect(asked).toEqual([])
  expect(await codeOf('POST', '/api/runs/x/replay?a=b')).toBe(200)
  expect(await codeOf('GET', '/api/runs?trials=true')).toBe(200)
  serve(false)
  await readFacts()
  expect(await codeOf('POST', '/api/runs')).toBe(200)
})
