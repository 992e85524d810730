import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, edit, type FileEdit } from '../texts/document.ts'
import { PINS_FILE } from '../texts/files.ts'
import { readPins, type Pin } from '../open/read-pins.ts'
import { changePin, pinResult, pinsOf, renamePins, unpin } from './pins.ts'

const pin: Pin = { idea: 'composer', tool: 'sing', result: { sung: 'la' } }
const after = (edits: readonly ((files: typeof EMPTY_DOCUMENT.files) => FileEdit)[]) =>
  edits.reduce((document, make) => edit(document, [make(document.files)], { label: 'pin', at: 0 }), EMPTY_DOCUMENT)
    .files
const pins = (...edits: Parameters<typeof after>[0]) => readPins(after(edits).get(PINS_FILE)?.text)

describe('a pin', () => {
  it('replaces one for the same Calls, and joins one for others', () => {
    const exact = { ...pin, parameters: { line: 'la' } }
    const again = { ...pin, result: 2 }
    expect(
      pins(
        (files) => pinResult(files, pin),
        (files) => pinResult(files, again),
      ),
    ).toEqual([again])
    expect(
      pins(
        (files) => pinResult(files, pin),
        (files) => pinResult(files, exact),
      ),
    ).toEqual([pin, exact])
  })

  it('goes, and narrows to some Calls and widens again', () => {
    const exact = { ...pin, parameters: { line: 'la' } }
    expect(
      pins(
        (files) => pinResult(files, pin),
        (files) => unpin(files, pin),
      ),
    ).toEqual([])
    expect(
      pins(
        (files) => pinResult(files, pin),
        (files) => changePin(files, pin, exact),
      ),
    ).toEqual([exact])
    expect(
      pins(
        (files) => pinResult(files, exact),
        (files) => changePin(files, exact, pin),
      ),
    ).toEqual([pin])
  })

  it('belongs to one Tool of one Idea', () => {
    expect(pinsOf([pin], 'composer', 'sing')).toEqual([pin])
    expect(pinsOf([pin], 'producer', 'sing')).toEqual([])
  })

  it('follows a new name; where no name changes, nothing is edited', () => {
    const files = after([(before) => pinResult(before, pin)])
    const renamed = renamePins(files, (each) => ({ ...each, idea: 'writer' }))
    expect(readPins(renamed?.text)).toEqual([{ ...pin, idea: 'writer' }])
    expect(renamePins(files, (each) => each)).toBeNull()
  })

  it('that is unreadable doesn’t count', () => {
    for (const text of [null, '', '{', '[]', '{"pins": [1, {"idea": "a"}]}']) expect(readPins(text)).toEqual([])
  })
})
