import type { Page } from '@playwright/test'

export class Editor {
  constructor(readonly page: Page) {}

  async openWorkspace(url: string): Promise<void> {
    await this.page.goto(url)
  }
}
