import type { JsonObject } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { messagesOf } from '../../document/texts/idea-view.ts'
import { offeredImports } from './offered-imports.ts'

const messages = (...context: readonly JsonObject[]) => messagesOf({ context })
const target = messages({
  type: 'input',
  schema: { type: 'object', properties: { brief: {}, melody: {}, tempo: {}, заметки: {} } },
})

describe('the imports that an edge offers', () => {
  it('are what the input of the target names and the caller has', () => {
    const caller = messages(
      { type: 'text', text: 'Write.' },
      { type: 'input', schema: { type: 'object', properties: { brief: {} } } },
      {
        type: 'state',
        state: { melody: '', secret: '' },
        schema: { type: 'object', properties: { tempo: {}, melody: {} } },
      },
      { type: 'data', kind: 'заметки', data: '' },
      { type: 'data', kind: 'salaries', data: '' },
    )
    expect(offeredImports(caller, target)).toEqual(['input', 'state:tempo', 'state:melody', 'data:заметки'])
  })

  it('are empty if names differ, or the target takes no input', () => {
    const caller = messages({ type: 'input', schema: { type: 'object', properties: { topic: {} } } })
    expect(offeredImports(caller, target)).toEqual([])
    expect(offeredImports(caller, messages({ type: 'text', text: 'x' }))).toEqual([])
  })
})
