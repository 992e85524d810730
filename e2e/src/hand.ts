import { type Locator, type Page, expect } from '@playwright/test'
import { drag, middleOf, type Point } from './gestures.ts'
import { canvasRests } from './in-page.ts'

/** A hand on the pointer that counts what it does: a click, a choice in a list, or a drag is one action. Nothing modal may be in its way. */
export class Hand {
  readonly #page: Page
  readonly actions: string[] = []
  constructor(page: Page) {
    this.#page = page
  }

  async #act(what: string): Promise<void> {
    // A modal dialog hides the rest of the page from screen readers.
    await expect(this.#page.locator('[aria-modal="true"], [data-aria-hidden="true"]')).toHaveCount(0)
    this.actions.push(what)
  }

  async click(target: Locator): Promise<void> {
    await this.#act(`click ${target.toString()}`)
    await canvasRests(this.#page)
    await target.click()
  }
  async rightClick(target: Locator): Promise<void> {
    await this.#act(`right click ${target.toString()}`)
    await target.click({ button: 'right' })
  }
  async drag(from: Locator | Point, to: Point): Promise<void> {
    await this.#act('drag')
    await drag(this.#page, 'x' in from ? from : await middleOf(from), to)
  }
  /** Opening a list and choosing in it are two actions. */
  async choose(list: Locator, option: string): Promise<void> {
    await this.#act(`open ${list.toString()}`)
    await this.#act(`choose ${option}`)
    await list.selectOption(option)
  }
}
