import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { undo } from '../texts/undo.ts'
import { find, replaceHits, type FindOptions, type HitKind } from './find.ts'

const IDEA = `{
  "title": "The sea", "description": "Sings of the sea.",
  "context": [
    { "type": "text", "text": "Sing of the Sea: \\u0022sea\\u0022,\\n the seaside." },
    { "type": "tool", "tool": { "sea": { "type": "object", "properties": { "sea": { "const": "sea" } }, "required": ["sea"] } } }
  ]
}
`
const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).reduce((document, [file, text]) => receive(document, file, text, file), EMPTY_DOCUMENT)
const document = filesOf({
  'ideas/a.json': IDEA,
  'tools/sea.json': '{"title":"sea"}',
  'ensemble.json': '{"name":"sea"}',
})
const options = (change: Partial<FindOptions> = {}): FindOptions => ({
  matchCase: false,
  wholeWords: false,
  kinds: new Set<HitKind>(['prompt', 'description', 'value', 'name']),
  ...change,
})
const foundIn = (query: string, change?: Partial<FindOptions>) => find(document.files, query, options(change))

describe('find', () => {
  it('looks into prompts, descriptions, values and names of Ideas and shared Tools, and nowhere else', () => {
    const kinds = (...only: HitKind[]) => foundIn('sea', { kinds: new Set(only) }).length
    expect([kinds('prompt'), kinds('description'), kinds('value'), kinds('name')]).toEqual([4 - 1, 3, 1, 3])
    expect(foundIn('sea').map(({ file }) => file)).not.toContain('ensemble.json')
  })

  it('reads what is written, whatever its escapes, and shows the words around it', () => {
    expect(foundIn('"sea",\n')).toMatchObject([
      { before: 'Sing of the Sea: ', found: '"sea",\n', after: ' the seaside.' },
    ])
  })

  it('keeps to case and whole words where that is wanted', () => {
    const prompt = new Set<HitKind>(['prompt'])
    expect(foundIn('sea', { kinds: prompt, matchCase: true })).toHaveLength(2)
    expect(foundIn('sea', { kinds: prompt, wholeWords: true })).toHaveLength(2)
    expect(foundIn('MOЯЕ', { matchCase: false })).toEqual([])
    expect(foundIn('')).toEqual([])
  })
})

describe('replace', () => {
  it('changes the chosen places alone, in all files at once, and one undo takes it back', () => {
    const hits = foundIn('sea', { kinds: new Set<HitKind>(['prompt', 'description']), matchCase: true })
    const after = edit(document, replaceHits(document.files, hits, 'lake "Baikal"'), { label: 'replace', at: 0 })
    const text = after.files.get('ideas/a.json')?.text ?? ''
    expect(text).toContain('"title": "The lake \\"Baikal\\"", "description": "Sings of the lake \\"Baikal\\"."')
    expect(text).toContain('Sing of the Sea: \\u0022lake \\"Baikal\\"\\u0022,\\n the lake \\"Baikal\\"side.')
    expect(text).toContain('"properties": { "sea": { "const": "sea" } }')
    expect(after.files.get('tools/sea.json')?.text).toBe('{"title":"lake \\"Baikal\\""}')
    const back = undo(after)
    expect(back.ok && back.document.files.get('ideas/a.json')?.text).toBe(IDEA)
  })

  it('of what was found by the same words changes nothing, in any text', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', 'İ', '"', '\\', '\n', '😀', ' ') })
    fc.assert(
      fc.property(words, words, (text, query) => {
        const file = JSON.stringify({ context: [{ type: 'text', text }] })
        const { files } = filesOf({ 'ideas/a.json': file })
        for (const hit of find(files, query, options())) {
          const [changed] = replaceHits(files, [hit], hit.found)
          expect(JSON.parse(changed?.text ?? '')).toEqual(JSON.parse(file))
        }
        const hits = find(files, query, options({ matchCase: true, kinds: new Set(['prompt']) }))
        const expected = query === '' ? text : text.replaceAll(query, () => 'x')
        const [replaced] = replaceHits(files, hits, 'x')
        expect(JSON.parse(replaced?.text ?? file).context[0].text).toBe(expected)
      }),
    )
  })
})
