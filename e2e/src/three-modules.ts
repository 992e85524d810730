import { type Page, expect } from '@playwright/test'
import type { Editor } from './editor.ts'
import { readText } from './files.ts'
import type { Hand } from './hand.ts'

/**
 * From the blank template in `workspace` to a running graph of three modules, with an Activity, a Tool schema and an
 * approval, until the Run waits for a person. `hand` counts the pointer actions.
 */
export async function buildThreeModules(page: Page, editor: Editor, hand: Hand, workspace: string): Promise<void> {
  await hand.click(editor.idea('Assistant').getByRole('button', { name: '+ tool' }))
  await editor.addByName('Researcher')
  await expect(editor.toolRow('Assistant', 'askResearcher')).toBeVisible()
  await hand.click(editor.idea('Assistant').getByRole('button', { name: '+ tool' }))
  await editor.addByName('Writer')
  await expect(editor.ideas()).toHaveCount(3)

  await hand.click(editor.idea('Researcher').getByRole('button', { name: '+ tool' }))
  await expect(editor.picker()).toBeFocused()
  await hand.type('searchWeb')
  await hand.click(page.getByRole('option', { name: /^Code/ }))
  await expect(editor.toolRow('Researcher', 'searchWeb')).toHaveAccessibleName(/^explicit/)

  const parameters = editor.inspector().getByRole('region', { name: 'Parameters' }).first()
  await hand.click(parameters.getByRole('button', { name: 'Add a property' }))
  await expect(parameters.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await hand.type('query')
  await editor.press('Enter')
  await expect.poll(() => readText(workspace, 'ideas/researcher.json')).toContain('"query"')

  await hand.click(editor.inspector().getByRole('heading', { name: 'Advanced' }))
  await hand.choose(editor.inspector().getByRole('combobox', { name: 'Needs approval' }), 'always')
  await expect.poll(() => readText(workspace, 'ideas/researcher.json')).toContain('"_approval"')

  await hand.click(editor.idea('Assistant').getByText('Assistant', { exact: true }))
  await hand.click(page.getByRole('banner').getByRole('button', { name: /^Run/ }))
  await expect(editor.runDialog().getByRole('textbox').first()).toBeFocused()
  await hand.type('Ask the researcher to search the web: why is the sea salty?')
  await hand.click(editor.runDialog().getByRole('button', { name: /^Run/ }))
  // The graph runs down to the Call that waits for a person.
  await expect(page.getByRole('article', { name: /^Researcher/ }).getByText(/waiting/)).toBeVisible()
}
