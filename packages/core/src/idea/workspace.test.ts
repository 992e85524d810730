import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { atOnce } from '../schema/turns.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { fromIdea } from './from-idea.ts'
import type { Idea } from './idea.ts'
import { inputDefaultOf, inputSchemaOf, withInput } from './input.ts'
import { mergeUpfront } from './upfront.ts'
import { createIdeaSource, createWorkspaceReader, loadIdea, parseWorkspace, readForeignIdea } from './workspace.ts'
import type { ParsedWorkspace, WorkspaceFiles } from './workspace.ts'

const files: WorkspaceFiles = {
  ideas: new Map([
    ['composer', JSON.stringify({ context: [{ type: 'tool', tool: { write: { $ref: 'tool://write' } } }] })],
    ['plain', JSON.stringify({ context: [{ type: 'text', text: 'Привет' }] })],
    ['broken', '{ "context": ['],
    ['dangling', JSON.stringify({ context: [{ type: 'tool', tool: { x: { $ref: 'tool://gone' } } }] })],
  ]),
  tools: new Map([
    ['write', '{ "type": "object", "description": "Writes." }'],
    ['unused', '{ "type": "object" }'],
  ]),
  activities: [],
}

describe('loading an Idea', () => {
  it('brings the shared Tools it refers to, and no others', () => {
    expect(loadIdea(files, 'composer')).toMatchObject({
      address: 'idea://composer',
      tools: { write: { type: 'object', description: 'Writes.' } },
    })
    expect(Object.keys(loadIdea(files, 'composer').tools)).toEqual(['write'])
  })

  it('hashes its content with its shared Tools, so that a change in either shows', () => {
    const edited = { ...files, tools: new Map([['write', '{ "type": "object", "description": "Writes well." }']]) }
    const spaced = { ...files, tools: new Map([['write', '{"description":"Writes.","type":"object"}']]) }
    expect(loadIdea(edited, 'composer').hash).not.toBe(loadIdea(files, 'composer').hash)
    expect(loadIdea(spaced, 'composer').hash).toBe(loadIdea(files, 'composer').hash)
  })

  it('that is broken or missing says so by code, with every place', () => {
    expect(() => loadIdea(files, 'broken')).toThrow(expect.objectContaining({ code: 'idea.invalid' }))
    expect(() => loadIdea(files, 'dangling')).toThrow(
      expect.objectContaining({
        code: 'idea.invalid',
        options: expect.objectContaining({ errors: [expect.objectContaining({ path: '/context/0/tool/x' })] }),
      }),
    )
    expect(() => loadIdea(files, 'compser')).toThrow(
      expect.objectContaining({
        code: 'module.unresolved',
        message: expect.stringContaining('Did you mean composer?'),
      }),
    )
  })

  it('is refused for an error in a shared Tool it refers to, with a sentence that says which', () => {
    const withTool = (write: string): WorkspaceFiles => ({ ...files, tools: new Map([['write', write]]) })
    expect(() => loadIdea(withTool('{ "type": "object", "_modul": "idea://x" }'), 'composer')).toThrow(
      expect.objectContaining({ code: 'idea.invalid', message: expect.stringContaining('_modul') }),
    )
    expect(() => loadIdea(files, 'dangling')).toThrow('refers to tool://gone, which is not in the workspace')
    expect(() => loadIdea(files, 'nothing at all')).toThrow(/^The workspace has no Idea nothing at all\.$/)
  })

  it('from elsewhere brings its own Tools and shares none', () => {
    const foreign = (tool: object): string => JSON.stringify({ context: [{ type: 'tool', tool }] })
    const address = 'https://example.org/x.json'
    const own = readForeignIdea(foreign({ ask: { type: 'object' } }), address)
    expect(own).toMatchObject({ address, tools: {}, idea: { context: [{ type: 'tool' }] } })
    expect(readForeignIdea(foreign({ ask: { type: 'object' } }), 'other.json').hash).not.toBe(own.hash)
    expect(() => readForeignIdea(foreign({ write: { $ref: 'tool://write' } }), address)).toThrow(
      expect.objectContaining({
        code: 'idea.invalid',
        message: `The Idea ${address} cannot be run: The Tool write refers to tool://write; only Ideas of the workspace share its Tools.`,
        options: expect.objectContaining({ errors: [expect.objectContaining({ path: '/context/0/tool/write' })] }),
      }),
    )
    expect(() => readForeignIdea('{ "context": [', address)).toThrow(expect.objectContaining({ code: 'idea.invalid' }))
  })

  it('works by every kind of address, and never leaves the workspace', async () => {
    const source = createIdeaSource(files)
    await expect(source.resolve('./plain.json', 'idea://composer')).resolves.toMatchObject({ address: 'idea://plain' })
    await expect(source.resolve('anonymous')).resolves.toMatchObject({ idea: { context: [] } })
    await expect(source.resolve('../../x.json', 'idea://composer')).rejects.toMatchObject({ code: 'module.outside' })
    await expect(source.resolve('https://example.org/x.json')).rejects.toMatchObject({ code: 'module.unresolved' })
  })
})

describe('reading a workspace', () => {
  it('reads each file once: again only what has another text', () => {
    const read = (known: WorkspaceFiles): ParsedWorkspace => atOnce(reader(known))
    const reader = createWorkspaceReader()
    const once = { ...files }
    const before = read(once)
    expect(read(once)).toBe(before)
    expect(parseWorkspace(once)).toBe(before)
    const after = read({ ...files, ideas: new Map([...files.ideas, ['plain', '{ "context": [] }']]) })
    expect(after.ideas.get('composer')).toBe(before.ideas.get('composer'))
    expect(after.ideas.get('plain')).not.toBe(before.ideas.get('plain'))
    expect(after.tools.get('write')).toBe(before.tools.get('write'))
  })
})

const song: Idea = {
  title: 'Composer',
  description: 'Writes a song.',
  context: [
    { type: 'text', text: 'You compose.' },
    {
      type: 'input',
      schema: { type: 'object', properties: { brief: { type: 'string' } }, required: ['brief'] },
      input: { brief: 'море' },
    },
  ],
  schema: { type: 'object', properties: { title: { type: 'string' } } },
}

describe('an Idea’s input', () => {
  it('has the schema and the default of its input Message, and takes its place', () => {
    expect(inputSchemaOf(song)).toMatchObject({ required: ['brief'] })
    expect(inputDefaultOf(song)).toEqual({ brief: 'море' })
    expect(withInput(song, { brief: 'rain' })[1]).toMatchObject({ type: 'input', input: { brief: 'rain' }, schema: {} })
    expect(withInput({ context: [] }, 'text')).toEqual([{ type: 'input', input: 'text' }])
  })
})

describe('an Idea with an input schema', () => {
  it('is also a Tool', () => {
    const { tool, problems } = normaliseTool('composeSong', fromIdea(song, 'composeSong', 'idea://composer'))
    expect(problems).toEqual([])
    expect(tool).toMatchObject({
      title: 'Composer',
      description: 'Writes a song.',
      module: { type: 'const', value: 'idea://composer' },
      parameters: { properties: { brief: { type: 'string' } }, required: ['brief'], additionalProperties: false },
      output: song.schema,
    })
  })

  it('of another type than object cannot be one', () => {
    const list: Idea = { context: [{ type: 'input', schema: { type: 'array' } }] }
    expect(() => fromIdea(list, 'list')).toThrow(expect.objectContaining({ code: 'tool.notObject' }))
  })
})

describe('a module resolved upfront', () => {
  const tool = (resolve: string, properties: object) =>
    normaliseTool(
      'compose',
      JSON.parse(JSON.stringify({ type: 'object', _module: 'idea://composer', _resolve: resolve, properties })),
    ).tool

  it('gives the Tool the Idea’s parameters, and its output where that is asked for', () => {
    const upfront = mergeUpfront(tool('upfront', { mood: { type: 'string' } }), song)
    expect(upfront).toMatchObject({
      conflicts: [],
      tool: {
        parameters: {
          properties: { mood: { type: 'string' }, brief: { type: 'string' } },
          required: ['brief'],
          additionalProperties: false,
        },
      },
    })
    expect(upfront.tool.output).toBeUndefined()
    expect(mergeUpfront(tool('upfront+output', {}), song).tool.output).toEqual(song.schema)
  })

  it('must declare a property of the same name alike', () => {
    expect(mergeUpfront(tool('upfront', { brief: { type: 'number' } }), song).conflicts).toEqual([
      { path: '/properties/brief', message: 'The Tool compose and its module declare brief differently.' },
    ])
    expect(mergeUpfront(tool('upfront', { brief: { type: 'string' } }), song).conflicts).toEqual([])
  })

  it('may declare an object alike, and knows the definitions of both', () => {
    const song = { type: 'object', properties: { title: { type: 'string' } } }
    const asks = (schema: JsonObject): Idea => ({ context: [{ type: 'input', schema }] })
    const declares = (more: object, properties: object) =>
      ({
        ...JSON.parse(JSON.stringify({ _module: 'idea://composer', _resolve: 'upfront', ...more, properties })),
      }) as JsonObject // JSON
    const merged = (own: JsonObject, theirs: JsonObject) =>
      mergeUpfront(normaliseTool('compose', own).tool, asks(theirs))
    expect(merged(declares({}, { song }), { type: 'object', properties: { song } }).conflicts).toEqual([])
    const theirs = { type: 'object', properties: { b: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'integer' }, song } }
    const { tool, conflicts } = merged(
      declares({ $defs: { a: { type: 'string' }, song } }, { a: { $ref: '#/$defs/a' } }),
      theirs,
    )
    expect(conflicts).toEqual([])
    expect(createValidator().check(tool.parameters, { a: 'x', b: 3 })).toEqual({ ok: true })
    expect(merged(declares({ $defs: { b: { type: 'string' } } }, {}), theirs).conflicts).toEqual([
      { path: '/$defs/b', message: 'The Tool compose and its module declare the definition b differently.' },
    ])
  })

  it('declares an output like the Idea’s where both declare one', () => {
    const declaring = (output: JsonSchema) => ({ ...tool('upfront+output', {}), output })
    expect(
      mergeUpfront(declaring({ type: 'object', properties: { title: { type: 'number' } } }), song).conflicts,
    ).toEqual([expect.objectContaining({ path: '/_output/properties/title' })])
    expect(mergeUpfront(declaring(true), song).tool.output).toEqual(song.schema)
    expect(mergeUpfront(declaring(false), song).conflicts).toEqual([
      { path: '/_output', message: 'The Tool compose and its module declare the whole value differently.' },
    ])
    const free = { ...song, schema: true }
    expect(mergeUpfront(declaring({ type: 'string' }), free)).toMatchObject({
      conflicts: [],
      tool: { output: { type: 'string' } },
    })
  })

  it('requires what either of them requires, and says so only where there is something', () => {
    const optional: Idea = { context: [{ type: 'input', schema: { type: 'object', properties: { a: {} } } }] }
    expect(mergeUpfront(tool('upfront', { b: {} }), optional).tool.parameters).not.toHaveProperty('required')
    const needing = {
      ...tool('upfront', { b: {} }),
      parameters: { type: 'object', properties: { b: {} }, required: ['b'] },
    }
    expect(mergeUpfront(needing, song).tool.parameters.required).toEqual(['b', 'brief'])
  })

  it('is left alone at runtime resolution', () => {
    const runtime = tool('runtime', { brief: { type: 'number' } })
    expect(mergeUpfront(runtime, song)).toEqual({ tool: runtime, conflicts: [] })
  })
})
