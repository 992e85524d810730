// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import type { Annotation } from '@ensemble/core/journal'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { AnnotationForm } from './AnnotationForm.tsx'
import { say } from './say.ts'

const run = { id: 'r1', annotation: { star: true, labels: ['good'], note: '' } } as unknown as Run // its notes alone are used

describe('the notes of a run', () => {
  let stored: Annotation
  let puts: number
  beforeEach(() => {
    stored = { star: true, labels: ['good'], note: '' }
    puts = 0
    vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
      if (path.endsWith('/annotation') && method === 'PUT') {
        stored = JSON.parse(body ?? '') as Annotation // the request's own body
        puts++
      }
      return Response.json(path === '/api/labels' ? ['good', 'slow'] : { ...run, annotation: stored })
    })
  })

  it('save themselves without a button, and leave the star as it is', async () => {
    const form = await drawForm(<AnnotationForm run={run} onSaved={() => undefined} onDone={() => undefined} />)
    expect([...form.box.querySelectorAll('[type=submit]')]).toEqual([])
    await form.type(say('note'), 'worth a second look')
    await act(() =>
      vi.waitFor(() => expect(stored).toEqual({ star: true, labels: ['good'], note: 'worth a second look' })),
    )
    expect(puts).toBe(1)
  })

  it('take a label that was typed when the field is left, and give a removed one back', async () => {
    const form = await drawForm(<AnnotationForm run={run} onSaved={() => undefined} onDone={() => undefined} />)
    await form.press(say('removeLabel', { label: 'good' }))
    await act(() => vi.waitFor(() => expect(stored.labels).toEqual([])))
    await form.press('Undo the last change')
    await act(() => vi.waitFor(() => expect(stored.labels).toEqual(['good'])))
    await form.type(say('labels'), 'slow')
    await form.leave(say('labels'))
    await act(() => vi.waitFor(() => expect(stored.labels).toEqual(['good', 'slow'])))
  })
})
