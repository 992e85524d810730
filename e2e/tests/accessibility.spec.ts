import { violations } from '../src/accessibility.ts'
import { expect, test } from '../src/test.ts'

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
