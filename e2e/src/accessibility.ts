import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The nodes scale with the zoom; explorer and inspector offer the same at full size. */
const SCALED = '.react-flow__viewport'

/** Tests read only violations, so axe describes no other elements. */
const only = (options: RunOptions): RunOptions => ({ ...options, resultTypes: ['violations'] })
const rule = (name: string): RunOptions => only({ runOnly: { type: 'rule', values: [name] } })

const ALL_BUT_SIZES = only({ runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: false } } })

/** axe runs in the page itself: its own adapter opens a second page for each question. */
async function run(page: Page, options: RunOptions, without?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(
    async ([run, excluded]) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') } // put there just now
      const results: AxeResults = await axe.run(excluded === undefined ? document : { exclude: [...excluded] }, run)
      return results.violations
    },
    [options, without] as const,
  )
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

/** The controls that are too small to press. Controls in `covered` are under something that closes. */
export const sizeViolations = (page: Page, covered: readonly string[] = []): Promise<readonly string[]> =>
  run(page, rule('target-size'), [SCALED, ...covered])

/** The page's violations of WCAG 2.2 AA, each with its place. */
export const violations = async (page: Page, covered?: readonly string[]): Promise<readonly string[]> => [
  ...(await run(page, ALL_BUT_SIZES)),
  ...(await sizeViolations(page, covered)),
]

/** Scripts that follow the theme have followed it then. */
const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/** The same in the light theme and in the dark, which differ in their colours alone. */
export async function violationsInBothThemes(page: Page): Promise<readonly string[]> {
  const inLight = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await nextFrame(page)
  const inDark = await run(page, rule('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
  await nextFrame(page)
  return [...inLight, ...inDark.map((violation) => `in the dark: ${violation}`)]
}
