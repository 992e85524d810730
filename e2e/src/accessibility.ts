import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The nodes scale with the zoom; explorer and inspector offer the same at full size. */
const SCALED = '.react-flow__viewport'

/** The page's violations of WCAG 2.2 AA, each with its place. */
export async function violations(page: Page): Promise<readonly string[]> {
  const everywhere = await new AxeBuilder({ page }).withTags(RULES).disableRules('target-size').analyze()
  const besideTheDrawing = await new AxeBuilder({ page }).withRules('target-size').exclude(SCALED).analyze()
  return [...everywhere.violations, ...besideTheDrawing.violations].map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}
