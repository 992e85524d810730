import type { Editor } from './editor.ts'

/**
 * Milliseconds from the click on Run to the first frame with the Run's first event. Measured in the page, without the
 * driver.
 */
export async function timeToFirstEvent(editor: Editor): Promise<number> {
  await editor.showTab('Timeline')
  const dialog = await editor.openRunDialog()
  await dialog.getByRole('button', { name: /^Run/ }).evaluate((button) => {
    button.addEventListener('click', () => performance.mark('run'), { once: true, capture: true })
    const before = document.querySelector('[role=treeitem]')
    const look = (): void => {
      const now = document.querySelector('[role=treeitem]')
      if (performance.getEntriesByName('run').length > 0 && now !== null && now !== before)
        performance.measure('first event', 'run')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await editor.submitRunDialog()
  await editor.page.waitForFunction(() => performance.getEntriesByName('first event').length > 0)
  return editor.page.evaluate(() => {
    const ms = performance.getEntriesByName('first event')[0]?.duration ?? Number.NaN
    performance.clearMarks()
    performance.clearMeasures()
    return ms
  })
}
