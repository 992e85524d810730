import { type Locator, type Page, expect } from '@playwright/test'
import { drag, middleOf, type Point } from './gestures.ts'
import { canvasRests } from './in-page.ts'

/** A hand on the pointer that counts what it does: a click, a choice in a list, or a drag is one action. Nothing modal may be in its way. */
export class Hand {
  readonly #page: Page
  readonly #restMs: number
  readonly actions: string[] = []
  /** `restMs`: how long the hand rests before each action, and a tenth of it between keys, so that people can follow. */
  constructor(page: Page, { restMs = 0 }: { readonly restMs?: number } = {}) {
    this.#page = page
    this.#restMs = restMs
  }

  async #act(what: string): Promise<void> {
    // A modal dialog hides the rest of the page from screen readers.
    await expect(this.#page.locator('[aria-modal="true"], [data-aria-hidden="true"]')).toHaveCount(0)
    this.actions.push(what)
    if (this.#restMs > 0) await this.#page.waitForTimeout(this.#restMs)
  }

  /** Typing needs no pointer. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: this.#restMs / 10 })
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
