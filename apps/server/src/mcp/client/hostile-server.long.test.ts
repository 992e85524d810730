import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../testing/test-server.ts'
import {
  approve,
  callOf,
  hostile,
  isAlive,
  logOf,
  pidOf,
  start,
  toolsOf,
  viewOf,
  withServers,
} from '../../testing/mcp-workspace.ts'

/** On a machine with other work. */

describe('a server that breaks the rules', () => {
  it.each([
    ['crashes', 'did not answer the Call', {}],
    ['malformed', 'content', {}],
    ['floods', 'did not answer the Call', {}],
    ['floodsStderr', 'did not answer the Call', {}],
    ['endlessLine', 'did not answer the Call', {}],
  ])('%s: the Call fails with a sentence and the run continues', async (mode, sentence) => {
    await using server = await withServers({ bad: hostile(mode) })
    await approve(server, 'bad')
    const { error } = await callOf(server, 'bad__act')
    expect(error).toMatchObject({ code: 'activity.failed', message: expect.stringMatching(new RegExp(sentence, 'i')) })
  })

  it('is ended when it floods, and says so', async () => {
    await using server = await withServers({ bad: hostile('floods') })
    await approve(server, 'bad')
    const pid = await pidOf(server, 'bad')
    await callOf(server, 'bad__act')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await viewOf(server, 'bad')).toMatchObject({ state: 'failed', error: expect.stringContaining('more than') })
    expect((await logOf(server, 'bad')).length).toBeLessThanOrEqual(200)
  })

  it('is started again by the next Call after it crashed', async () => {
    await using server = await withServers({})
    const crashed = join(server.root, 'crashed')
    await writeFile(
      join(server.root, 'mcp.json'),
      JSON.stringify({ mcpServers: { bad: hostile('crashesOnce', crashed) } }),
    )
    await server.deps.mcp.reload()
    await approve(server, 'bad')
    expect((await callOf(server, 'bad__act')).error?.code).toBe('activity.failed')
    expect((await callOf(server, 'bad__act')).result).toBe('well again')
    expect(await viewOf(server, 'bad')).toMatchObject({ state: 'ready', starts: 2 })
  })

  it('that never answers is left when the Call has had its time', async () => {
    await using server = await withServers(
      { bad: hostile('neverAnswers') },
      { 'ensemble.json': { version: 1, name: 'test', limits: { callMs: 400 } } },
    )
    await approve(server, 'bad')
    expect((await callOf(server, 'bad__act')).error?.code).toBe('limit.callMs')
    expect((await viewOf(server, 'bad')).state).toBe('ready')
  })

  it('that writes garbage between its messages is still understood', async () => {
    await using server = await withServers({ bad: hostile('garbage') })
    await approve(server, 'bad')
    expect((await callOf(server, 'bad__act')).result).toBe('after the garbage')
  })

  it('with false schemas is caught by the checks of every result', async () => {
    await using server = await withServers({ bad: hostile('lies') })
    await approve(server, 'bad')
    const tools = await toolsOf(server, 'bad')
    expect(tools.map(({ remote }: { remote: string }) => remote)).toEqual([
      'shape',
      'nothing',
      'broken',
      'slow',
      'twice',
      '__proto__',
      'task',
    ])
    expect(tools[2].problem).toBeTruthy()
    expect(tools.at(-1).problem).toContain('only as a task')
    const _output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    expect((await callOf(server, 'bad__shape', {}, { _output })).error?.code).toBe('output.invalid')
    expect((await callOf(server, 'bad__nothing', {}, { _output })).error?.code).toBe('activity.failed')
    expect((await callOf(server, 'bad__broken')).error?.message).toContain('cannot be used')
    expect((await callOf(server, 'bad__twice')).result).toBe('twice')
  })

  it.each([
    ['exitsAtOnce', 'It wrote: The key'],
    ['endlessList', 'page'],
    ['manyTools', '600 tools'],
    ['noSchema', 'could not start'],
  ])('%s: it does not start, and why is one sentence', async (mode, sentence) => {
    await using server = await withServers({ bad: hostile(mode) })
    const refused = await bodyOf(await start(server, 'bad'))
    expect(refused.state).toBe('failed')
    expect(refused.error).toMatch(new RegExp(sentence, 'i'))
    expect(refused.error).not.toContain('\n')
  })

  it('of the older era is spoken to in its own, even where the question of the newer one ends it', async () => {
    await using server = await withServers({ old: hostile('diesWhenAsked') })
    expect(await bodyOf(await start(server, 'old'))).toMatchObject({ state: 'ready', protocol: '2025-11-25' })
  })

  it('whose command is missing says so', async () => {
    await using server = await withServers({ bad: { command: 'no-such-command-anywhere' } })
    expect((await bodyOf(await start(server, 'bad'))).error).toContain('its command was not found')
  })

  it('is gone with the server that started it, even where it ignores signals', async () => {
    await using server = await withServers({ bad: hostile('ignoresSignals') })
    await start(server, 'bad')
    const pid = await pidOf(server, 'bad')
    await server.stop()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
