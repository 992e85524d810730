import { type BrowserServer, chromium } from '@playwright/test'
import { readText } from './files.ts'
import { Editor } from './editor.ts'
import { type RunningServer, startServer } from './server.ts'

const FILE = 'ideas/producer.json'

export interface KillReport {
  /** Age at the kill of the oldest key that did not survive, in milliseconds; 0 where all did. */
  readonly lostMs: number
  /** Keys. */
  readonly typed: number
}

/** The system's Chromium, in a process that can be killed. */
export const launchBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({
    ...(process.env['ENSEMBLE_CHROMIUM'] !== undefined && { executablePath: process.env['ENSEMBLE_CHROMIUM'] }),
    args: ['--no-sandbox', '--disable-gpu'],
  })

async function openEditor(browser: BrowserServer, url: string): Promise<Editor> {
  const connected = await chromium.connect(browser.wsEndpoint())
  const editor = new Editor(await connected.newPage({ viewport: { width: 1440, height: 900 } }))
  await editor.openWorkspace(url)
  await editor.selectIdea('Producer')
  return editor
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** Types into the description without a pause until told to stop, or the page is gone. */
async function startTyping(editor: Editor, tag: string) {
  await editor.description().focus()
  await editor.press('ControlOrMeta+End')
  await editor.page.keyboard.insertText(` ${tag}:`)
  /** When the page had taken each key. */
  const times: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await editor.press(keyAt(times.length))
      times.push(Date.now())
    }
  })().catch(() => undefined)
  return {
    times,
    async stop() {
      isOver = true
      await done
    },
  }
}

const keyAt = (index: number): string => ALPHABET[index % ALPHABET.length] ?? 'a'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function reportOf(tag: string, times: readonly number[], text: string, killedAt: number): KillReport {
  const [, after = ''] = text.split(`${tag}:`)
  let survived = 0
  while (survived < times.length && after[survived] === keyAt(survived)) survived += 1
  const oldest = times[survived]
  return { lostMs: oldest === undefined ? 0 : Math.max(0, killedAt - oldest), typed: times.length }
}

/** Kills the browser while somebody types without a pause: what is in the file then is what survives. */
export async function killBrowser(server: RunningServer, tag: string, afterMs: number): Promise<KillReport> {
  const browser = await launchBrowser()
  const editor = await openEditor(browser, server.url)
  const { times, stop } = await startTyping(editor, tag)
  await wait(afterMs)
  const killedAt = Date.now()
  browser.process().kill('SIGKILL')
  await stop()
  // Messages on their way to the server may still arrive.
  await wait(300)
  return reportOf(tag, times, await readText(server.workspace, FILE), killedAt)
}

/**
 * Kills the server during typing; the page waits for its return. Everything typed must reach the file. Returns the new
 * server.
 */
export async function killServer(
  server: RunningServer,
  tag: string,
  afterMs: number,
): Promise<{ readonly report: KillReport; readonly server: RunningServer }> {
  const browser = await launchBrowser()
  const editor = await openEditor(browser, server.url)
  const { times, stop } = await startTyping(editor, tag)
  await wait(afterMs)
  await server.kill()
  await wait(600)
  await stop()
  const again = await startServer({ workspace: server.workspace, port: Number(new URL(server.url).port) })
  await editor.waitUntilSaved()
  const end = Date.now()
  const text = await readText(again.workspace, FILE)
  await browser.close()
  return { report: reportOf(tag, times, text, end), server: again }
}
