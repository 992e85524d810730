import type { Page } from '@playwright/test'
import { violations } from '../src/accessibility.ts'
import { boxOf } from '../src/gestures.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { expect, test } from '../src/test.ts'

const linesOf = async (page: Page, name: string): Promise<readonly string[]> => {
  const menu = page.getByRole('menu', { name, exact: true })
  await expect(menu).toBeVisible()
  return menu.getByRole('menuitem').allTextContents()
}
const taken = async (page: Page, line: string): Promise<void> => {
  await page.getByRole('menuitem', { name: line }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('canvas, node, tool row, edge and group each have a menu of their own commands, with their keys', async ({
  editor,
  page,
}) => {
  const right = { button: 'right' } as const
  const pane = page.locator('.react-flow__pane')
  // Right after the page is there, the menus are still on their way.
  await expect(async () => {
    await pane.click({ ...right, position: { x: 30, y: 30 } })
    await expect(page.getByRole('menu')).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(await linesOf(page, 'Canvas')).toContain('New IdeaN')
  expect(await violations(page)).toEqual([])
  await taken(page, 'New note')
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await editor.press('Escape')
  await editor.undo()

  await editor.idea('Composer').getByText('Composer', { exact: true }).click(right)
  const lines = await linesOf(page, 'Idea')
  expect(lines).toEqual(expect.arrayContaining(['RenameF2', 'Add…/']))
  expect(lines.at(-1)).toMatch(/^Delete/)
  await taken(page, 'Rename')
  await expect(editor.nameInPlace()).toBeFocused()
  await editor.press('Escape')

  await editor.toolRow('Composer', 'planForm').click(right)
  await linesOf(page, 'Tool')
  await taken(page, 'Ask a person before each call')
  await expect(editor.toolRow('Composer', 'planForm')).toHaveAccessibleName(/A person approves each Call/)
  await editor.undo()
  await editor.toolRow('Composer', 'planForm').click(right)
  await taken(page, 'Move the tool up')
  const rows = editor.idea('Composer').getByRole('button', { name: /writeTitle|chooseBand|planForm/ })
  await expect.poll(() => rows.allTextContents()).toEqual(['writeTitle', 'planForm', 'chooseBand'])
  await editor.undo()

  await page.locator('[data-edge]').first().click(right)
  await linesOf(page, 'Delegation')
  await taken(page, 'Go to the Idea that answers')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(/Composer|Sound-Designer/)

  await editor.selectIdea('Composer')
  await editor.addToSelection('Sound-Designer')
  await editor.idea('Composer').getByText('Composer', { exact: true }).click(right)
  await linesOf(page, 'Selected nodes')
  await taken(page, 'Group the selection')
  await expect(page.locator('.react-flow').getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await editor.press('Enter')
  await page.locator('.group-bar').click(right)
  await linesOf(page, 'Group')
  await taken(page, 'Ungroup')
  await expect(page.locator('.group-bar')).toHaveCount(0)
})

test('explorer rows, timeline rows and tabs have menus, and the menu key and a resting finger open them', async ({
  editor,
  page,
  server,
}) => {
  const right = { button: 'right' } as const
  for (const seed of [1, 2]) await importRun(server.url, makeRun(`run-${seed}`, seed))
  await page.goto(`${server.url}/#run=run-2`)
  const spans = page.getByRole('treeitem')
  await expect(spans.first()).toBeVisible()
  await spans.nth(2).click(right)
  expect((await linesOf(page, 'Span')).join()).toMatch(/inspector/i)
  await editor.press('Escape')
  await page.getByRole('tab', { name: 'Timeline' }).click(right)
  await linesOf(page, 'Panel')
  await taken(page, 'Go to the messages')
  await expect(page.getByRole('tab', { name: 'Messages' })).toBeFocused()

  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  const row = explorer.getByRole('button', { name: /^Composer/ })
  await row.click(right)
  await linesOf(page, 'Idea')
  await editor.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await explorer.locator('[data-run]').first().click(right)
  await linesOf(page, 'Run')
  await editor.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)

  // The key means what has the focus; on the canvas, the selection.
  await row.focus()
  await editor.press('ContextMenu')
  await linesOf(page, 'Idea')
  await editor.press('Escape')
  await expect(row).toBeFocused()
  await row.blur()
  await editor.selectTool('Producer', 'mixdown')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()) // an element of the page
  await editor.press('Shift+F10')
  await linesOf(page, 'Tool')
  await editor.press('ArrowDown')
  await editor.press('Escape')

  const { x, y } = await boxOf(editor.idea('Sound-Designer').getByText('Sound-Designer', { exact: true }))
  const touch = (type: string) =>
    page.evaluate(
      ({ type: kind, at }) =>
        document.elementFromPoint(at.x, at.y)?.dispatchEvent(
          new PointerEvent(kind, {
            bubbles: true,
            pointerType: 'touch',
            isPrimary: true,
            clientX: at.x,
            clientY: at.y,
          }),
        ),
      { type, at: { x: x + 6, y: y + 6 } },
    )
  await touch('pointerdown')
  await linesOf(page, 'Idea')
  await touch('pointerup')
  await expect(editor.breadcrumb('Sound-Designer')).toBeVisible()
})
