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

  test('show their graph', async () => {
    await using server = await testServer()
    const templates = await bodyOf(await server.ask('GET', '/api/templates'))
    const { outline } = templates.find(({ name }: { name: string }) => name === 'music')
    expect(outline).toMatchObject({ ideas: 3, nodes: expect.arrayContaining([{ name: 'producer', tools: 3 }]) })
    expect(outline.edges.length).toBeGreaterThan(2)
  })

  test('open as the user’s copy, a workspace of their list with an address on this server', async () => {
    await using server = await testServer()
    const open = async () => bodyOf(await server.ask('POST', '/api/templates/support/open'))
    await server.listen()
    const { url, address, workspace } = await open()
    expect(workspace).toBe(join(server.root, '.local/share/ensemble/workspaces/support'))
    expect(address).toBe('/w/support/')
    expect(new URL(url).pathname).toBe('/w/support')
    expect(JSON.parse(await readFile(join(workspace, 'ensemble.json'), 'utf8'))).toMatchObject({ name: 'support' })
    const health = await bodyOf(await server.ask('GET', '/w/support/api/health'))
    expect(health).toMatchObject({ status: 'ok', workspace })
    expect(await open()).toMatchObject({ workspace: `${workspace}-2`, address: '/w/support-2/' })
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
