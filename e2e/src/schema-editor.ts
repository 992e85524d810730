import { type Locator, type Page, expect } from '@playwright/test'

/** The schema editor in verbs of a user. */
export class SchemaEditor {
  constructor(private readonly page: Page) {}

  region(): Locator {
    return this.page.getByRole('region', { name: 'Schema editor' })
  }

  text(): Locator {
    return this.region().getByRole('textbox', { name: /^JSON of/ })
  }

  /** The lines of the text that are in sight; spaces between words are hard ones. */
  lines(): Locator {
    return this.region().locator('.monaco-editor .view-lines')
  }

  /** Selects the first place where the text of the schema says so. */
  async goTo(words: string): Promise<void> {
    const { keyboard } = this.page
    await this.text().focus()
    await keyboard.press('ControlOrMeta+Home')
    await keyboard.press('ControlOrMeta+f')
    const find = this.region().getByRole('textbox', { name: 'Find' })
    await find.fill(words)
    await expect(this.region().locator('.find-widget .matchesCount')).toContainText('1 of')
    await keyboard.press('Escape')
    await expect(this.text()).toBeFocused()
  }

  /** The line of a property in the table. */
  property(name: string): Locator {
    return this.region().getByRole('region', { name: 'Properties' }).getByRole('group', { name, exact: true })
  }

  async showTab(tab: string): Promise<Locator> {
    await this.region().getByRole('tab', { name: tab }).click()
    return this.region().getByRole('tabpanel', { name: tab })
  }
}
