import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { isThere, readText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

const FIXTURES = join(import.meta.dirname, '../../packages/core/fixtures/imports')
const fixture = (path: string): string => readFileSync(join(FIXTURES, path), 'utf8')

interface Dropped {
  readonly path: string
  readonly text: string
}

/** Drops files on the canvas, or a folder that holds them. */
const drop = (page: Page, files: readonly Dropped[], folder?: string): Promise<void> =>
  page.evaluate(
    ({ given, inside }) => {
      const made = given.map(({ path, text }) => ({
        path,
        file: new File([text], path.slice(path.lastIndexOf('/') + 1)),
      }))
      const entries = made.map(({ path, file }) => ({
        isFile: true,
        isDirectory: false,
        name: file.name,
        fullPath: `/${inside ?? ''}/${path}`,
        file: (take: (file: File) => void) => take(file),
      }))
      let isRead = false
      const whole = {
        isFile: false,
        isDirectory: true,
        name: inside,
        fullPath: `/${inside ?? ''}`,
        createReader: () => ({
          readEntries: (take: (some: unknown[]) => void) => {
            take(isRead ? [] : entries)
            isRead = true
          },
        }),
      }
      const event = new Event('drop', { bubbles: true, cancelable: true })
      const items = (inside === undefined ? entries : [whole]).map((one) => ({ webkitGetAsEntry: () => one }))
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items, files: inside === undefined ? made.map(({ file }) => file) : [] },
      })
      document.querySelector('.react-flow')?.dispatchEvent(event)
    },
    { given: files, inside: folder },
  )

/** Drops a file with these bytes in base64, or one of this many spaces. */
const dropBytes = (page: Page, name: string, content: string | number): Promise<void> =>
  page.evaluate(
    ({ title, given }) => {
      const bytes =
        typeof given === 'number'
          ? new Uint8Array(given).fill(32)
          : Uint8Array.from(atob(given), (one) => one.codePointAt(0) ?? 0)
      const event = new Event('drop', { bubbles: true, cancelable: true })
      const files = [new File([bytes], title)]
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items: [], files } })
      document.dispatchEvent(event)
    },
    { title: name, given: content },
  )

/** Two archives in an archive, one of which holds the other. */
const ZIP_OF_ZIPS =
  'UEsDBBQAAAAIAOq0d13/MnNxQAAAAHQAAAAHAAAAb25lLnppcAvwZmYRYWBg4GB4taU8dgl3hT8bkMcCxCA6Ua8yMTfHe0uQAQtDgDcjkwgDbrWoAKIzwJsVLMUIhCZAWgssBwBQSwMEFAAAAAgA6rR3XS1OsNN/AAAAsAAAAAcAAAB0d28uemlwC/BmZhFhYGDgYHi1pTz2v1FxoQOQVwLE7ECcn5eqV5VZwP0hLU0wMSHhQULF1qU2ZZzlrfbSE44zHVGwClxvZGh+vNp7AiO3c4O58mQO5rytKxgWGR+YLapzlKNFzSGKW4edIcCbkUmEAbc1qABqaYA3KxuIywiEpkA6FSwJAFBLAQIUABQAAAAIAOq0d13/MnNxQAAAAHQAAAAHAAAAAAAAAAAAAAAAAAAAAABvbmUuemlwUEsBAhQAFAAAAAgA6rR3XS1OsNN/AAAAsAAAAAcAAAAAAAAAAAAAAAAAZQAAAHR3by56aXBQSwUGAAAAAAIAAgBqAAAACQEAAAAA'

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((said) => {
    const data = new DataTransfer()
    data.setData('text/plain', said)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test.describe('work of another program', () => {
  // The code that listens to drops and the clipboard has loaded once keys work.
  test.beforeEach(async ({ editor }) => {
    await editor.press('n')
    await expect(editor.picker()).toBeFocused()
    await editor.press('Escape')
    await expect(editor.picker()).toBeHidden()
  })

  for (const [program, path, file, idea] of [
    ['n8n', 'n8n/desk.json', 'desk.json', 'ideas/Desk.json'],
    ['Dify', 'dify/guide.yml', 'guide.yml', 'ideas/guide.json'],
    ['LangGraph', 'langgraph-script/pier.ts', 'pier.ts', 'ideas/pilot.json'],
  ] as const)
    test(`an export of ${program} that is dropped is previewed with its report, added, and removed by one undo`, async ({
      editor,
      page,
      server,
    }) => {
      await drop(page, [{ path: file, text: fixture(path) }])
      const dialog = page.getByRole('dialog', { name: `Import from ${program}` })
      await expect(dialog).toContainText('ideas/')
      await expect(dialog).toContainText(/parts? didn’t map/)
      await expect(dialog).toContainText(file)
      const first = (await dialog.getByText(/^ideas\/.+\.json$/).allTextContents())[0] ?? idea
      expect(isThere(server.workspace, first)).toBe(false)
      await dialog.getByRole('button', { name: /^Add \d+ files?$/ }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => isThere(server.workspace, first)).toBe(true)
      await editor.undo()
      await expect.poll(() => isThere(server.workspace, first)).toBe(false)
    })

  test('a dropped folder is read with its files, and what is not text of a program stays out', async ({
    editor,
    page,
    server,
  }) => {
    const files = ['agents.yaml', 'tasks.yaml'].map((path) => ({ path, text: fixture(`crewai/trip/config/${path}`) }))
    await drop(page, [...files, { path: 'logo.png', text: 'not read' }], 'trip')
    const dialog = page.getByRole('dialog', { name: 'Import from CrewAI' })
    await expect(dialog).toContainText('trip/')
    await expect(dialog).not.toContainText('logo.png')
    const [first = ''] = await dialog.getByText(/^ideas\/.+\.json$/).allTextContents()
    await dialog.getByRole('button', { name: /^Add \d+ files$/ }).click()
    await expect.poll(() => isThere(server.workspace, first)).toBe(true)
    await editor.undo()
    await expect.poll(() => isThere(server.workspace, first)).toBe(false)
  })

  test('a pasted program, YAML or Markdown is offered like a file; prose and a person’s own words are left alone', async ({
    editor,
    page,
    server,
  }) => {
    const dialog = page.getByRole('dialog', { name: /^Import/ })
    await paste(page, 'Dear team,\nplease read this.\n')
    for (const [program, path] of [
      ['OpenAI Agents SDK', 'agents-sdk-python/airline.py'],
      ['Dify', 'dify/chat.yml'],
      ['Claude Code, Codex or OpenCode', 'claude-code/agents/test-writer.md'],
    ] as const) {
      await paste(page, fixture(path))
      await expect(dialog).toHaveAccessibleName(`Import from ${program}`)
      await editor.press('Escape')
      await expect(dialog).toBeHidden()
    }
    await paste(page, fixture('claude-code/agents/test-writer.md'))
    await dialog.getByRole('button', { name: 'Add 1 file' }).click()
    await expect.poll(() => isThere(server.workspace, 'ideas/test-writer.json')).toBe(true)
    expect(await readText(server.workspace, 'ideas/test-writer.json')).toContain('You write tests first')
    // A prompt of theirs is text: its markup is shown, and does nothing.
    await expect(page.locator('script:text("inert")')).toHaveCount(0)
    await editor.undo()
    await expect.poll(() => isThere(server.workspace, 'ideas/test-writer.json')).toBe(false)
  })

  test('hostile files are refused in one sentence each, and change nothing', async ({ page, server, silence }) => {
    silence.expectNoise(/status of 4\d\d/)
    const refusal = page.getByRole('dialog').getByRole('alert')
    const before = await readText(server.workspace, 'ensemble.json')
    for (const [name, text, sentence] of [
      ['loop.yaml', 'a: &a\n  role: r\n  goal: g\n  backstory: *a\n', /loop\.yaml can’t be read: .*itself/],
      ['deep.json', '['.repeat(100_000), /nested too deeply|broken JSON/],
      ['cut.json', '{\n  "nodes": [1,\n  oops\n}', /broken JSON at line 3, column 3/],
    ] as const) {
      await drop(page, [{ path: name, text }])
      await expect(refusal).toContainText(sentence)
      await expect(refusal.locator('p')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await dropBytes(page, 'zips.zip', ZIP_OF_ZIPS)
    await expect(refusal).toContainText('zips.zip was not imported')
    await expect(refusal.locator('p')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await dropBytes(page, 'large.json', 100_000_000)
    await expect(refusal).toContainText('The file has 100 MB. At most 20 MB are read. Nothing was imported.')
    expect(await readText(server.workspace, 'ensemble.json')).toBe(before)
  })
})
