// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { ImportsField } from './ImportsField.tsx'
import { t } from '../../platform/i18n/inspector.ts'

const LABEL = t('inspector.importsCustom')
const written: (readonly string[])[] = []
const Followed = () => {
  const [imports, setImports] = useState<readonly string[]>(['input'])
  const onChange = (next: readonly string[]): void => {
    written.push(next)
    setImports(next)
  }
  return <ImportsField imports={imports} requested={[]} offered={[]} onChange={onChange} />
}

it.each([
  ['stat:song', 'stat:song is not an import'],
  ['state:', 'state: is not an import'],
  ['input', 'input is already listed'],
])('keeps the mistyped import %s and says what is wrong', async (typed, fault) => {
  written.length = 0
  const form = await drawForm(<Followed />)
  await form.type(LABEL, typed)
  expect(form.box.querySelector('[role="alert"]')).toBeNull()
  await form.leave(LABEL)
  expect(form.field(LABEL).value).toBe(typed)
  expect(form.field(LABEL).getAttribute('aria-invalid')).toBe('true')
  expect(form.box.querySelector('[role="alert"]')?.textContent).toContain(fault)
  expect(written).toEqual([])

  await form.type(LABEL, 'state:song')
  await form.key(form.field(LABEL), 'Enter')
  expect(written).toEqual([['input', 'state:song']])
  expect(form.field(LABEL).value).toBe('')
  expect(form.box.querySelector('[role="alert"]')).toBeNull()
})
