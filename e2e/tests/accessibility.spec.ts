import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../src/test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The drawing scales with its zoom; what it offers stands beside it at full size in explorer and inspector. */
const SCALED = '.react-flow'

async function violations(page: Page): Promise<readonly string[]> {
  const everywhere = await new AxeBuilder({ page }).withTags(RULES).disableRules('target-size').analyze()
  const besideTheDrawing = await new AxeBuilder({ page }).withRules('target-size').exclude(SCALED).analyze()
  return [...everywhere.violations, ...besideTheDrawing.violations].map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the window is accessible before, in and after a run', async ({ editor, page }) => {
      expect(await violations(page)).toEqual([])
      await editor.openRunDialog()
      expect(await violations(page)).toEqual([])
      await editor.submitRunDialog()
      await editor.waitForResult()
      expect(await violations(page)).toEqual([])
      await editor.showTab('Timeline')
      expect(await violations(page)).toEqual([])
      await editor.selectTool('Composer', 'writeMelody')
      expect(await violations(page)).toEqual([])
    })
  })
