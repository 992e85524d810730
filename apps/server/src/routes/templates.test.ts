import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, testServer } from '../testing/test-server.ts'

describe('templates', () => {
  test('are all the bundled workspaces, with what they are run with first', async () => {
    await using server = await testServer()
    const templates = await bodyOf(await server.ask('GET', '/api/templates'))
    const names = templates.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['music', 'devops', 'support', 'analytics', 'security', 'moderation']))
    expect(templates.find(({ name }: { name: string }) => name === 'devops')).toMatchObject({
      waits: true,
      tools: expect.arrayContaining(['ping', 'check_http', 'restart_service']),
    })
  })

  test('tell their Ideas and shared Tools, and which is run first', async () => {
    await using server = await testServer()
    const music = await bodyOf(await server.ask('GET', '/api/templates/music'))
    expect(music.idea).toBe('producer')
    expect(Object.keys(music.ideas)).toEqual(expect.arrayContaining(['producer', 'composer', 'sound-designer']))
    expect(music.tools).toHaveProperty('mixdown')
    expect((await server.ask('GET', '/api/templates/zoo')).status).toBe(404)
  })

  test('open as the user’s copy, served next to this workspace until it stops', async () => {
    await using server = await testServer()
    const open = async () => bodyOf(await server.ask('POST', '/api/templates/support/open'))
    const { url, workspace } = await open()
    expect(workspace).toBe(join(server.root, '.local/share/ensemble/workspaces/support'))
    expect(JSON.parse(await readFile(join(workspace, 'ensemble.json'), 'utf8'))).toMatchObject({ name: 'support' })
    const health: unknown = await (await fetch(`${url}/api/health`)).json()
    expect(health).toMatchObject({ status: 'ok', workspace })
    expect((await open()).workspace).toBe(`${workspace}-2`)
    await server.stop()
    await expect(fetch(`${url}/api/health`)).rejects.toThrow()
  })

  test('that do not exist are not made up', async () => {
    await using server = await testServer()
    const answer = await server.ask('POST', '/api/templates/..%2f..%2fetc/open')
    expect({ status: answer.status, ...(await bodyOf(answer)) }).toMatchObject({
      status: 404,
      code: 'template.unknown',
    })
  })
})
