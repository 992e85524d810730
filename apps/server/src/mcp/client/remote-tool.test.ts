import type { JsonObject } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { prepareRemoteTools, toArguments, toRemoteTools, withRule } from './remote-tool.ts'

const definition = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  ...more,
})
const toolOf = (one: JsonObject) => toRemoteTools('calc', [one])[0] ?? expect.unreachable('one tool')
const namesOf = (...remote: readonly string[]): readonly string[] =>
  toRemoteTools(
    'calc',
    remote.map((name) => definition(name)),
  ).map(({ name }) => name)

describe('the name of a tool of an MCP server', () => {
  it('is named after its server, with unsupported characters folded', () => {
    expect(namesOf('add', 'echo.text', 'files/read all', 'plan-b')).toEqual([
      'calc__add',
      'calc__echo_text',
      'calc__files_read_all',
      'calc__plan-b',
    ])
  })

  it('is its own where two fold to one, or where it is too long: a part of its hash tells them apart', () => {
    const [first, second] = namesOf('a.b', 'a/b')
    expect([first, second]).toEqual(['calc__a_b', expect.stringMatching(/^calc__a_b_[0-9a-f]{8}$/)])
    const fits = 'x'.repeat(64 - 'calc__'.length)
    const [longest, long, longer] = namesOf(fits, `${fits}x`, `${fits}xy`)
    expect(longest).toBe(`calc__${fits}`)
    for (const name of [long, longer]) expect(name).toMatch(/^calc__x+_[0-9a-f]{8}$/)
    expect([long?.length, longer?.length]).toEqual([64, 64])
    expect(long).not.toBe(longer)
  })

  it('is that of the first where a server lists two tools by one name, and none of what has no name', () => {
    const two = [
      definition('add'),
      definition('add', { description: 'Takes away.' }),
      { description: 'x' },
      definition(''),
    ]
    expect(toRemoteTools('calc', two).map(({ schema }) => schema['description'])).toEqual(['Adds two numbers.'])
  })
})

describe('a tool of an MCP server', () => {
  it('is approved by all of its words: any other is another', () => {
    const same = toolOf(definition('add')).hash
    expect(toolOf(definition('add')).hash).toBe(same)
    const others: readonly JsonObject[] = [
      { description: 'Subtracts.' },
      { title: 'Add' },
      { _meta: { a: 1 } },
      { annotations: {} },
    ]
    for (const other of others) expect(toolOf(definition('add', other)).hash).not.toBe(same)
  })

  it('says of itself what it does to the world, and only a plain yes counts', () => {
    expect(toolOf(definition('add'))).toMatchObject({ readOnly: false, destructive: true, idempotent: false })
    expect(toolOf(definition('add', { annotations: { readOnlyHint: true } })).readOnly).toBe(true)
    expect(toolOf(definition('add', { annotations: { readOnlyHint: 'yes' } })).readOnly).toBe(false)
    expect(toolOf(definition('add', { annotations: { destructiveHint: true } }))).toMatchObject({
      destructive: true,
      schema: { properties: { _activity: { const: 'calc__add' }, _approval: { const: 'required' } } },
    })
  })

  it.each([
    [{}, ['_approval', '_idempotent']],
    [{ openWorldHint: false }, ['_approval', '_idempotent']],
    [{ destructiveHint: 'no', idempotentHint: 'yes', readOnlyHint: 1 }, ['_approval', '_idempotent']],
    [{ destructiveHint: null, readOnlyHint: null }, ['_approval', '_idempotent']],
    [{ destructiveHint: true, idempotentHint: true }, ['_approval']],
    [{ destructiveHint: false }, ['_idempotent']],
    [{ destructiveHint: false, idempotentHint: true }, []],
    [{ readOnlyHint: true }, []],
    [{ readOnlyHint: true, destructiveHint: true }, []],
    [{ readOnlyHint: false, idempotentHint: false }, ['_approval', '_idempotent']],
  ] as const)('asks first and runs once unless its hints %j say otherwise', (annotations, meta) => {
    const { schema, destructive, idempotent } = toolOf(definition('add', { annotations: { ...annotations } }))
    const own = Object.keys(schema['properties'] ?? {}).filter((key) => /^_(approval|idempotent)$/.test(key))
    expect(own).toEqual(meta)
    expect([destructive, !idempotent]).toEqual([own.includes('_approval'), own.includes('_idempotent')])
  })

  it('is what mcp.json says of it in the place of what its server says', () => {
    const add = toolOf(definition('add'))
    expect(withRule(add, {})).toEqual(add)
    const free = withRule(add, { approval: 'never', idempotent: true })
    expect(free).toMatchObject({ destructive: false, idempotent: true, hash: add.hash })
    expect(Object.keys(free.schema['properties'] ?? {})).toEqual(['_activity', 'a'])
    const safe = toolOf(definition('add', { annotations: { readOnlyHint: true } }))
    expect(withRule(safe, { approval: 'required', idempotent: false })).toMatchObject({
      schema: { properties: { _approval: { const: 'required' }, _idempotent: { const: false } } },
    })
  })

  it('that has to be followed as a task cannot be used, and says so', () => {
    expect(toolOf(definition('add', { execution: { taskSupport: 'required' } })).problem).toContain('task')
    expect(toolOf(definition('add', { execution: { taskSupport: 'optional' } })).problem).toBeUndefined()
  })

  it('gets its arguments by its own names and nothing that is ours', () => {
    const properties = { _id: { type: 'string' }, name: { type: 'string' } }
    const tool = toolOf(definition('find', { inputSchema: { type: 'object', properties } }))
    expect(tool.renamed).toEqual({ id: '_id' })
    expect(toArguments(tool, { id: '1', name: 'x', _tool: 'it', _reasoningForCall: 'y', constructor: 'z' })).toEqual({
      _id: '1',
      name: 'x',
      constructor: 'z',
    })
  })

  it('keeps two parameters apart whose names differ in what is ours alone', () => {
    const properties = { _id: { type: 'string' }, id: { type: 'integer' } }
    const tool = toolOf(definition('find', { inputSchema: { type: 'object', properties, required: ['_id'] } }))
    expect(tool.schema).toMatchObject({
      properties: { id: { type: 'integer' }, id_2: { type: 'string' } },
      required: ['id_2'],
    })
    expect(toArguments(tool, { id: 1, id_2: 'x' })).toEqual({ id: 1, _id: 'x' })
  })

  it('is read once for each list, prepared before or not', async () => {
    const definitions = Array.from({ length: 45 }, (_, index) => definition(`tool-${index}`))
    await prepareRemoteTools('calc', definitions)
    expect(toRemoteTools('calc', definitions)).toBe(toRemoteTools('calc', definitions))
    expect(toRemoteTools('calc', definitions)).toEqual(toRemoteTools('calc', [...definitions]))
    expect(toRemoteTools('calc', definitions)).toHaveLength(45)
  })
})
