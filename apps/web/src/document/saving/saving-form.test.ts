import { describe, expect, it, vi } from 'vitest'
import { createSavingForm } from './saving-form.ts'

const written = (refused: readonly string[] = []) => {
  const saves: string[] = []
  const save = async (value: string): Promise<void> => {
    if (refused.includes(value)) throw new Error(`refused ${value}`)
    saves.push(value)
  }
  return { saves, save }
}

describe('a form that saves itself', () => {
  it('saves what was typed after a pause, once', async () => {
    vi.useFakeTimers()
    const { saves, save } = written()
    const form = createSavingForm<string>('', { save })
    form.change('a')
    form.change('ab')
    expect(saves).toEqual([])
    await vi.runAllTimersAsync()
    expect(saves).toEqual(['ab'])
    expect(form.store.getState()).toMatchObject({ value: 'ab', saved: 'ab', refusal: null })
    vi.useRealTimers()
  })

  it('saves at once when it is left, and nothing if nothing changed', async () => {
    const { saves, save } = written()
    const form = createSavingForm<string>('', { save })
    await form.flush()
    form.change('a')
    await form.flush()
    expect(saves).toEqual(['a'])
  })

  it('saves what is typed while a save is under way after it', async () => {
    const { saves, save } = written()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const form = createSavingForm<string>('', {
      save: (value) => (value === 'a' ? held : Promise.resolve()).then(() => save(value)),
    })
    form.change('a')
    const first = form.flush()
    form.change('ab')
    const second = form.flush()
    release()
    await Promise.all([first, second])
    expect(saves).toEqual(['a', 'ab'])
  })

  it('undoes a pause at a time and saves what it went back to', async () => {
    const { saves, save } = written()
    const form = createSavingForm<string>('', { save })
    form.change('a')
    form.change('ab')
    await form.flush()
    form.change('abc')
    await form.flush()
    form.undo()
    await form.flush()
    form.undo()
    await form.flush()
    form.undo()
    expect(saves).toEqual(['ab', 'abc', 'ab', ''])
    expect(form.store.getState().past).toEqual([])
  })

  it('keeps a refused value and saves it when asked again', async () => {
    const refused = ['a']
    const { saves, save } = written(refused)
    const form = createSavingForm<string>('', { save })
    form.change('a')
    await form.flush()
    expect(form.store.getState()).toMatchObject({ value: 'a', saved: '', refusal: { error: new Error('refused a') } })
    refused.pop()
    await form.flush()
    expect(saves).toEqual(['a'])
    expect(form.store.getState().refusal).toBeNull()
  })

  it('waits with a value that is not complete', async () => {
    const { saves, save } = written()
    const form = createSavingForm<string>('', { save, isReady: (value) => value !== 'half' })
    form.change('half')
    await form.flush()
    expect(saves).toEqual([])
  })
})
