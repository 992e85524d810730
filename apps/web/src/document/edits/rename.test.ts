import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit, type FileEdit } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { undo } from '../texts/undo.ts'
import { findTool, type Files } from './intents.ts'
import { layoutText } from '../layout/layout-edits.ts'
import { positionsOf } from '../layout/layout-file.ts'
import { renameField } from './rename-field.ts'
import { renameIdea, renameTool, retitleIdea } from './rename.ts'

const PRODUCER = `{
    "title": "Producer",
    "context": [
        { "type": "text",   "text": "idea://composer is not a reference in here" },
        { "type": "tool", "tool": {
            "composeSong": { "type": "object", "properties": { "_tool": { "const": "composeSong" }, "_module": { "const": "idea://composer" }, "_outputPath": { "const": "†state.song" }, "mood": { "type": "string" }, "_output": { "type": "object", "properties": { "melody": { "type": "string" } } } }, "required": ["mood"] },
            "byPath": { "type": "object", "properties": { "_module": { "const": "./composer.json" } } },
            "play": { "type": "object", "properties": { "_imports": { "const": ["state:song.melody"] }, "what": { "const": "†state.song.melody" }, "not": { "const": "†state.song.melodyOfOthers" } } },
            "render": { "$ref": "tool://render" }
        } }
    ]
}
`
const COMPOSER = `{
  "context": [
    { "type": "input", "schema": { "type": "object", "properties": { "mood": { "type": "string" } }, "required": ["mood"] }, "input": { "mood": "sad" } },
    { "type": "text", "text": "Write in the mood †input.mood, not †input.moody." },
    { "type": "tool", "tool": { "render": { "$ref": "tool://render" } } }
  ],
  "schema": { "type": "object", "properties": { "melody": { "type": "string" } }, "required": ["melody"] }
}
`
const MANIFEST = `{
  "version": 1,
  "profiles": { "offline": { "tools": { "composeSong": { "ideas": { "producer": "", "composer": "x" } }, "render": "fast" } } }
}
`
const TEXTS = {
  'ideas/producer.json': PRODUCER,
  'ideas/composer.json': COMPOSER,
  'tools/render.json': '{ "type": "object", "properties": { "_tool": { "const": "render" } } }',
  'ensemble.json': MANIFEST,
  '.ensemble/layout.json': layoutText({ nodes: new Map([['idea:composer', { x: 1, y: 2 }]]), notes: new Map() }),
  '.ensemble/pins.json': '{"version":1,"pins":[{"idea":"producer","tool":"composeSong","result":1}]}',
}
const WORKSPACE = Object.entries(TEXTS).reduce(
  (document, [file, text]) => receive(document, file, text, file),
  EMPTY_DOCUMENT,
)
const { files } = WORKSPACE
const toolOf = (all: Files, idea: string, name: string) => {
  const found = findTool(all, idea, name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  return found
}
const textsAfter = (edits: readonly FileEdit[]): ReadonlyMap<string, string | null> =>
  new Map(edits.map(({ file, text }) => [file, text]))
/** One step of undo brings every byte back. */
function expectOneStep(edits: readonly FileEdit[]): void {
  const step = undo(edit(WORKSPACE, edits, { label: 'rename', at: 0 }))
  if (!step.ok) throw new Error('refused')
  for (const [file, text] of Object.entries(TEXTS)) expect(step.document.files.get(file)?.text).toBe(text)
}

describe('renaming an Idea', () => {
  const edits = renameIdea(files, 'composer', 'writer')
  const after = textsAfter(edits)

  it('moves its file, its place, every address, every path and its bindings', () => {
    expect(after.get('ideas/composer.json')).toBeNull()
    expect(after.get('ideas/writer.json')).toBe(COMPOSER)
    expect(after.get('ideas/producer.json')).toBe(
      PRODUCER.replace('"const": "idea://composer"', '"const": "idea://writer"').replace(
        './composer.json',
        './writer.json',
      ),
    )
    expect(after.get('ensemble.json')).toBe(MANIFEST.replace('"composer": "x"', '"writer": "x"'))
    expect(positionsOf(after.get('.ensemble/layout.json')).get('idea:writer')).toEqual({ x: 1, y: 2 })
  })

  it('takes a title as it was typed, and the file follows it', () => {
    const { edits, name } = retitleIdea(files, 'composer', 'Song writer')
    expect(name).toBe('song-writer')
    const text = edits.find(({ file }) => file === 'ideas/song-writer.json')?.text ?? ''
    expect(JSON.parse(text)).toMatchObject({ title: 'Song writer' })
    expect(edits).toContainEqual({ file: 'ideas/composer.json', text: null })
  })

  it('changes a title alone where that follows no name, or leads to the same one', () => {
    expect(retitleIdea(files, 'composer', 'Composer').edits.map(({ file }) => file)).toEqual(['ideas/composer.json'])
  })

  it('takes its pins along', () => {
    expect(textsAfter(renameIdea(files, 'producer', 'boss')).get('.ensemble/pins.json')).toContain('"idea": "boss"')
  })

  it('is one step of undo', () => expectOneStep(edits))
})

describe('renaming a Tool', () => {
  const renamed = (tool: string, to: string, activities: readonly string[] = []) =>
    renameTool(files, { idea: 'producer', place: toolOf(files, 'producer', tool), to, activities, profile: 'offline' })

  it('changes its key, its own name, its bindings and its pins, and no other byte', () => {
    const edits = renamed('composeSong', 'write')
    const after = textsAfter(edits)
    expect(after.get('ideas/producer.json')).toBe(PRODUCER.replaceAll('"composeSong"', '"write"'))
    expect(after.get('ensemble.json')).toBe(MANIFEST.replace('"composeSong"', '"write"'))
    expect(after.get('.ensemble/pins.json')).toContain('"tool": "write"')
    expectOneStep(edits)
  })

  it('that is shared leaves its file where the new name differs from a file’s only in case', () => {
    const place = findTool(files, 'producer', 'render')
    if (place === undefined) throw new Error('the Tool is there')
    const edits = renameTool(files, { idea: 'producer', place, to: 'Render', activities: [], profile: 'offline' })
    expect(edits.map(({ file }) => file)).not.toContain('tools/Render.json')
    expect(edits.find(({ file }) => file === 'ideas/producer.json')?.text).toContain(
      '"Render": { "$ref": "tool://render" }',
    )
  })

  it('that is shared takes its file and every Idea that refers to it along', () => {
    const edits = renamed('render', 'play2')
    const after = textsAfter(edits)
    expect(after.get('tools/render.json')).toBeNull()
    expect(after.get('tools/play2.json')).toContain('"const": "play2"')
    for (const file of ['ideas/producer.json', 'ideas/composer.json'])
      expect(after.get(file)).toContain('"play2": { "$ref": "tool://play2" }')
    expect(after.get('ensemble.json')).toContain('"play2": "fast"')
    expectOneStep(edits)
  })

  it('keeps the Activity that worked for it by its name alone', () => {
    const after = textsAfter(renamed('play', 'perform', ['play']))
    expect(JSON.parse(after.get('ensemble.json') ?? '').profiles.offline.tools.perform).toBe('play')
  })
})

describe('renaming a field', () => {
  it('of an input follows its uses in the Idea and the parameters of every Tool that delegates there', () => {
    const owner = { file: 'ideas/composer.json', path: ['context', 0, 'schema'] }
    const edits = renameField(files, owner, 'mood', 'feeling')
    const after = textsAfter(edits)
    expect(after.get('ideas/composer.json')).toBe(
      COMPOSER.replaceAll('"mood"', '"feeling"').replace('†input.mood,', '†input.feeling,'),
    )
    expect(after.get('ideas/producer.json')).toBe(PRODUCER.replaceAll('"mood"', '"feeling"'))
    expectOneStep(edits)
  })

  it('of a delegating Tool’s parameters follows to the input of the Idea', () => {
    const owner = { file: 'ideas/producer.json', path: toolOf(files, 'producer', 'composeSong').path }
    expect(textsAfter(renameField(files, owner, 'mood', 'feeling')).get('ideas/composer.json')).toContain(
      '†input.feeling,',
    )
  })

  it('of a result follows to the state it is written to, and to the Idea that gives it', () => {
    const owner = { file: 'ideas/composer.json', path: ['schema'] }
    const edits = renameField(files, owner, 'melody', 'tune')
    const after = textsAfter(edits)
    expect(after.get('ideas/composer.json')).toBe(COMPOSER.replaceAll('"melody"', '"tune"'))
    expect(after.get('ideas/producer.json')).toBe(
      PRODUCER.replace('"melody"', '"tune"')
        .replace('"†state.song.melody"', '"†state.song.tune"')
        .replace('"state:song.melody"', '"state:song.tune"'),
    )
    expectOneStep(edits)
  })

  it('to a name that is taken or the same changes nothing', () => {
    const owner = { file: 'ideas/composer.json', path: ['schema'] }
    expect(renameField(files, owner, 'melody', 'melody')).toEqual([])
    const taken = receive(
      WORKSPACE,
      'ideas/x.json',
      '{"context":[],"schema":{"properties":{"a":{},"b":{}}}}',
      'x',
    ).files
    expect(renameField(taken, { file: 'ideas/x.json', path: ['schema'] }, 'a', 'b')).toEqual([])
  })
})

describe('the title of a renamed Idea', () => {
  const titleAfter = (title: string): unknown => {
    const text = `{ "title": ${JSON.stringify(title)}, "context": [] }`
    const { files: own } = receive(EMPTY_DOCUMENT, 'ideas/sound-designer.json', text, 'e')
    const edits = renameIdea(own, 'sound-designer', 'noise-maker')
    const renamed: unknown = JSON.parse(textsAfter(edits).get('ideas/noise-maker.json') ?? 'null')
    return renamed
  }

  it('follows where it was the name, however that was written', () => {
    expect(titleAfter('Sound-Designer')).toMatchObject({ title: 'Noise Maker' })
    expect(titleAfter('sound designer')).toMatchObject({ title: 'Noise Maker' })
  })

  it('stays where a person gave it another', () => {
    expect(titleAfter('The one with the drums')).toMatchObject({ title: 'The one with the drums' })
  })
})
