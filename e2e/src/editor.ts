import { type Locator, type Page, expect } from '@playwright/test'
import { type Box, boxOf, drag, middleOf } from './gestures.ts'
import { canvasRests, placesOnCanvas, stepsAreKept, textCopiedBy } from './in-page.ts'
import { SchemaEditor } from './schema-editor.ts'

export type DockTab = 'Timeline' | 'Tree' | 'Messages' | 'State' | 'Problems' | 'Result'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The page in verbs of a user. Everything is found by its role and label. */
export class Editor {
  /** The editor of the schema that is open. */
  readonly schema: SchemaEditor

  constructor(readonly page: Page) {
    this.schema = new SchemaEditor(page)
  }

  async openWorkspace(url: string): Promise<void> {
    await this.page.goto(url)
    await expect(this.ideas().first()).toBeVisible()
  }

  // The canvas

  ideas(): Locator {
    return this.page.getByRole('article', { name: /, Idea with/ })
  }

  idea(title: string): Locator {
    return this.page.getByRole('article', { name: new RegExp(`^${escaped(title)}, Idea with`) })
  }

  async ideaTitles(): Promise<readonly string[]> {
    const labels = await this.ideas().evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? ''))
    return labels.map((label) => label.replace(/, Idea with.*$/, ''))
  }

  /** The places of the Ideas on the screen. */
  async nodeBoxes(): Promise<readonly Box[]> {
    const boxes = await Promise.all((await this.ideas().all()).map((idea) => idea.boundingBox()))
    return boxes.filter((box) => box !== null)
  }

  /** The place of each node on the canvas, in any view. */
  async nodePlaces(): Promise<readonly string[]> {
    return await placesOnCanvas(this.page)
  }

  async selectIdea(title: string): Promise<void> {
    await canvasRests(this.page)
    await this.idea(title).getByText(title, { exact: true }).click()
  }

  /** By the explorer, for any place of the Idea on the canvas. */
  async goToIdea(title: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: title }).first().click()
  }

  async addToSelection(title: string): Promise<void> {
    await this.idea(title)
      .getByText(title, { exact: true })
      .click({ modifiers: ['ControlOrMeta'] })
  }

  /** A sticky note by its text. */
  note(text: string): Locator {
    return this.page.getByRole('button', { name: `Note: ${text}` })
  }

  /** The picture of an Idea's Messages, tools and output. */
  inside(title: string): Locator {
    return this.page.getByRole('region', { name: `Inside ${title}` })
  }

  breadcrumb(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button', { name, exact: true })
  }

  /** Copies the selection and gives the text that other programs would get. */
  async copy(): Promise<string> {
    return await textCopiedBy(this.page, async () => this.press('ControlOrMeta+c'))
  }

  async paste(): Promise<void> {
    await this.press('ControlOrMeta+v')
  }

  /** The row of a Tool inside its Idea. */
  toolRow(idea: string, tool: string): Locator {
    return this.idea(idea).getByRole('button', { name: new RegExp(`\\b${escaped(tool)}\\b`) })
  }

  async selectTool(idea: string, tool: string): Promise<void> {
    await this.toolRow(idea, tool).click()
  }

  /** The graph's twin as a list: who delegates to whom. */
  delegations(): Locator {
    return this.page.getByRole('list', { name: 'The module graph as a list' }).getByRole('button', {
      name: / delegates to /,
      includeHidden: true,
    })
  }

  async moveIdea(title: string, by: { readonly x: number; readonly y: number }): Promise<void> {
    await canvasRests(this.page)
    const from = await middleOf(this.idea(title).getByText(title, { exact: true }))
    await drag(this.page, from, { x: from.x + by.x, y: from.y + by.y })
  }

  /** Draws an edge from the "+ tool" port of one Idea to another Idea. */
  async connect(from: string, to: string): Promise<void> {
    await canvasRests(this.page)
    const row = await boxOf(this.idea(from).getByRole('button', { name: '+ tool' }))
    const node = await boxOf(this.idea(from))
    const target = await middleOf(this.idea(to).getByText(to, { exact: true }))
    await drag(this.page, { x: node.x + node.width, y: row.y + row.height / 2 }, target)
  }

  /** The field of the picker that adds to the graph. */
  picker(): Locator {
    return this.page.getByRole('combobox', { name: 'Add', exact: true })
  }

  /** Types into the picker, once it is open, and takes its first answer. */
  async addByName(text: string): Promise<void> {
    await expect(this.picker()).toBeFocused()
    await this.page.keyboard.type(text)
    await this.press('Enter')
    await expect(this.picker()).toBeHidden()
  }

  /** The name that is written in place. */
  nameInPlace(): Locator {
    return this.page.getByRole('textbox', { name: /^Name of the (Idea|Tool)$/ })
  }

  /** Drags the end of a delegation from one Idea to another. */
  async retarget(from: string, to: string): Promise<void> {
    await canvasRests(this.page)
    const node = await boxOf(this.idea(from))
    const scale = node.width / 244
    await drag(
      this.page,
      { x: node.x - 10 * scale, y: node.y + 20 * scale },
      await middleOf(this.idea(to).getByText(to, { exact: true })),
    )
  }

  /** The selected Idea's, in the form. */
  description(): Locator {
    return this.inspector().getByRole('textbox', { name: 'Description', exact: true })
  }

  // Runs

  async openRunDialog(): Promise<Locator> {
    await this.page.getByRole('banner').getByRole('button', { name: /^Run/ }).click()
    await expect(this.runDialog()).toBeVisible()
    return this.runDialog()
  }

  async openSimulateDialog(): Promise<Locator> {
    // The button is there only with a real model; the key always.
    await this.page.keyboard.press('ControlOrMeta+Shift+Enter')
    const dialog = this.runDialog()
    await expect(dialog).toBeVisible()
    return dialog
  }

  async submitRunDialog(): Promise<void> {
    await this.runDialog()
      .getByRole('button', { name: /^(Run|Simulate)/ })
      .click()
    await expect(this.runDialog()).toBeHidden()
  }

  /** Run with the input in the form, or with another brief. */
  async startRun(brief?: string): Promise<void> {
    const dialog = await this.openRunDialog()
    if (brief !== undefined) await dialog.getByRole('textbox', { name: /brief/i }).fill(brief)
    await this.submitRunDialog()
  }

  runDialog(): Locator {
    return this.page.getByRole('dialog', { name: /^(Run|Simulate)/ })
  }

  // The dock

  async showTab(tab: DockTab): Promise<Locator> {
    await this.page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    return this.page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) })
  }

  result(): Locator {
    return this.page.getByRole('region', { name: 'Result of the run' })
  }

  player(): Locator {
    return this.result()
      .getByRole('group', { name: /^Player of/ })
      .first()
  }

  score(): Locator {
    return this.page.getByRole('region', { name: /^Score: / }).first()
  }

  hasResult(): Promise<boolean> {
    return this.result().isVisible()
  }

  async waitForResult(): Promise<void> {
    await expect(this.result()).toBeVisible({ timeout: 240_000 })
  }

  /** A line of the timeline or the tree. */
  span(name: string | RegExp): Locator {
    return this.page.getByRole('treeitem').filter({ hasText: name }).first()
  }

  /** Finds a span by its name, wherever it is in the timeline, and selects it. */
  async selectSpan(name: string): Promise<void> {
    await this.showTab('Timeline')
    const search = this.page.getByRole('searchbox', { name: 'Search spans' })
    await search.fill(name)
    await this.span(name).click()
    await search.fill('')
  }

  scrubber(): Locator {
    return this.page.getByRole('slider', { name: 'Instant shown' })
  }

  /** To a share of the Run's time, 0 its start and 1 its end. */
  async scrubTo(share: number): Promise<void> {
    const box = await boxOf(this.scrubber())
    await this.page.mouse.click(box.x + 1 + (box.width - 2) * share, box.y + box.height / 2)
  }

  /** The selected span's view, answer and result, section by section. */
  spanDetail(): Locator {
    return this.page.getByRole('region', { name: 'Span detail' })
  }

  // The inspector

  inspector(): Locator {
    return this.page.getByRole('complementary', { name: 'Inspector' })
  }

  async showJson(): Promise<void> {
    await this.inspector().getByRole('tab', { name: 'JSON' }).click()
  }

  async showForm(): Promise<void> {
    await this.inspector().getByRole('tab', { name: 'Form' }).click()
  }

  /** The one control for who does the selected Tool's work. */
  worker(kind: 'Model' | 'Code' | 'HTTP' | 'MCP' | 'Idea'): Locator {
    return this.inspector().getByRole('radiogroup', { name: 'Who does the work' }).getByRole('radio', { name: kind })
  }

  /** By the one control for it, in the profile that is chosen; `name` is chosen from the list of its kind. */
  async giveWorkTo(kind: Parameters<Editor['worker']>[0], name?: string): Promise<void> {
    await this.worker(kind).click()
    if (name === undefined) return
    const list = { Model: '', Code: 'Activity', HTTP: 'Request', MCP: 'MCP tool', Idea: 'Idea' }[kind]
    await this.inspector().getByRole('combobox', { name: list, exact: true }).selectOption({ label: name })
  }

  /** Opens the folded part of the form. */
  async showAdvanced(): Promise<void> {
    await this.inspector().getByRole('heading', { name: 'Advanced' }).click()
  }

  async chooseProfile(name: string): Promise<void> {
    await this.page.getByRole('banner').getByRole('combobox', { name: 'Profile' }).selectOption(name)
  }

  // The schema editor

  /** By double click on the Tool's row. */
  async openSchema(idea: string, tool: string): Promise<void> {
    // Both clicks have to meet the row.
    await canvasRests(this.page)
    await this.toolRow(idea, tool).dblclick()
    await expect(this.schema.text()).toBeVisible()
  }

  // Editing

  async renameIdea(title: string, name: string): Promise<void> {
    await this.selectIdea(title)
    await this.press('F2')
    await this.nameInPlace().fill(name)
    await this.press('Enter')
  }

  async deleteIdea(title: string): Promise<void> {
    await this.selectIdea(title)
    await this.press('Delete')
    await expect(this.idea(title)).toBeHidden()
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys)
  }

  /** Presses Tab until `target` has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let presses = 0; presses < 30; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press('Tab')
    }
    throw new Error('Thirty presses of Tab did not lead there')
  }

  async undo(): Promise<void> {
    await this.press('ControlOrMeta+z')
  }

  async redo(): Promise<void> {
    await this.press('ControlOrMeta+Shift+z')
  }

  async waitUntilSaved(): Promise<void> {
    await expect(this.page.getByRole('contentinfo').getByRole('status')).toHaveText('saved')
  }

  /** Until the browser has written down the steps of undo of so many tabs, as it does a moment after each. */
  async waitUntilKept(tabs = 1): Promise<void> {
    await stepsAreKept(this.page, tabs)
  }
}
