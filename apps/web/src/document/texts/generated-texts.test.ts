import {
  addToolToIdea,
  applyTextEdits,
  diagnoseIdea,
  exportTool,
  importTools,
  TOOL_FORMATS,
} from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import { openDocument } from './document.ts'
import { addTool, delegate, newIdea, plainTool } from '../edits/intents.ts'

const validator = createValidator()
const HELPER = newIdea('helper', 'Helper').text ?? ''
const OTHER = newIdea('other', 'Other').text ?? ''
const { files } = openDocument([
  { file: 'ideas/helper.json', text: HELPER, etag: '"1"' },
  { file: 'ideas/other.json', text: OTHER, etag: '"1"' },
])
const found = (text: string | null) =>
  diagnoseIdea(
    {
      ideas: new Map([
        ['helper', text ?? ''],
        ['other', OTHER],
      ]),
      tools: new Map(),
      activities: [],
    },
    'helper',
    { validator },
  )
/** Only its author can say the purpose of an Idea; a fix leads to its field. */
const ONLY_WORDS = [expect.objectContaining({ code: 'idea.descriptionMissing', severity: 'info' })]

describe('a text that the product writes passes its own checks', () => {
  it('as a new Idea, but for the description that a person has to give', () => {
    expect(found(HELPER)).toEqual(ONLY_WORDS)
    expect(found(HELPER)[0]?.fix?.title).toBe('Add a description')
  })

  it('as a delegation that was drawn, even to an Idea that says nothing of itself', () => {
    expect(found(delegate(files, 'helper', 'other').edit.text)).toEqual(ONLY_WORDS)
  })

  it('as a new Tool, which says plainly what to fill in', () => {
    const [, missing, ...others] = found(addTool(files, 'helper', 'doIt', plainTool('')).text)
    expect(missing).toMatchObject({ code: 'lint.descriptionMissing', message: 'The Tool doIt has no description.' })
    expect(missing?.fix?.title).toBe('Add a description')
    expect(others).toEqual([])
  })

  it.each(TOOL_FORMATS.filter((format) => format !== 'example' && format !== 'shorthand'))(
    'as a Tool that comes back from %s',
    (format) => {
      const tool = {
        type: 'object',
        description: 'Finds rhymes for a word in a dictionary of English.',
        properties: { word: { type: 'string', enum: ['moon', 'sea'], description: 'The word to rhyme with' } },
        required: ['word'],
      }
      const text = exportTool('findRhyme', tool, format).text
      const [one] = importTools(text, format, 'findRhyme').tools
      expect(one?.name).toBe('findRhyme')
      const made = applyTextEdits(HELPER, addToolToIdea(HELPER, 'findRhyme', one?.schema ?? {}))
      expect(found(made)).toEqual(ONLY_WORDS)
    },
  )
})
