import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, testServer } from './testing/test-server.ts'

const WORKSPACE = {
  'activities/hostile.js': `import { appendFileSync } from 'node:fs'
    appendFileSync(new URL('../ran', import.meta.url), 'ran;')
    export const work = ({ of }) => 'worked on ' + of
    export default { ['com' + 'puted']: () => 'named by running' }`,
  'ideas/worker.json': {
    description: 'Works.',
    context: [
      { type: 'text', text: 'Work on what is asked for.' },
      { type: 'input', schema: { type: 'object', properties: { of: { type: 'string' } } }, input: { of: 'it' } },
      {
        type: 'tool',
        tool: {
          work: {
            type: 'object',
            description: 'Works on a thing. Use this when work is asked for.',
            properties: { of: { type: 'string' }, _output: { type: 'string' } },
            required: ['of'],
          },
        },
      },
    ],
    schema: { type: 'object', properties: { said: { type: 'string' } } },
  },
}

describe('the code of a workspace', () => {
  test('does not run for a route that only looks, when the page opens, or when its file changes', async () => {
    await using server = await testServer(WORKSPACE)
    const ran = join(server.root, 'ran')
    await server.deps.warmUp()
    const { paths } = await bodyOf(await server.ask('GET', '/api/openapi.json'))
    const looks = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      'get' in methods && !path.includes('{') && path !== '/api/events' ? [path] : [],
    )
    expect(looks.length).toBeGreaterThan(15)
    for (const path of looks) expect((await server.ask('GET', path)).status, path).toBeLessThan(500)
    const composed = await server.ask('POST', '/api/compose', { idea: 'idea://worker', input: { of: 'x' } })
    expect(composed.status).toBe(200)
    const changed = new Promise<void>((resolve) => {
      server.deps.workspace.events.on(({ type }) => type === 'activities.changed' && resolve())
    })
    await writeFile(join(server.root, 'activities/other.js'), WORKSPACE['activities/hostile.js'])
    await changed
    expect(existsSync(ran)).toBe(false)
    expect(await bodyOf(await server.ask('GET', '/api/activities'))).toContainEqual({
      name: 'work',
      kind: 'code',
      file: 'activities/hostile.js',
    })
    const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'activity.computed', severity: 'warning', file: 'activities/hostile.js' }),
    )
  })

  test('runs for a Run, which knows the names that only running it tells', async () => {
    await using server = await testServer(WORKSPACE)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'worker' }))
    const events = await (await server.ask('GET', `/api/runs/${id}/events`)).text()
    expect(events).toContain('"result":"worked on it"')
    expect(await readFile(join(server.root, 'ran'), 'utf8')).toBe('ran;')
    const names = (await bodyOf(await server.ask('GET', '/api/activities'))).map(({ name }: { name: string }) => name)
    expect(names).toEqual(['work', 'computed'])
  })

  test('whose file cannot be loaded fails the Call in one sentence, rather than leaving it to the model', async () => {
    await using server = await testServer({
      ...WORKSPACE,
      'activities/hostile.js': `export const work = () => 1
        throw new Error('the database is away')`,
    })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'worker' }))
    const events = await (await server.ask('GET', `/api/runs/${id}/events`)).text()
    expect(events).toContain('activities/hostile.js could not be loaded: the database is away')
    const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'activity.broken', message: 'the database is away' }),
    )
  })
})
