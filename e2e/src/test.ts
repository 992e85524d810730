import { test as base, expect } from '@playwright/test'
import { dirname } from 'node:path'
import { Editor } from './editor.ts'
import { saveData } from './in-page.ts'
import { removeFolder, startServer } from './server.ts'
import type { RunningServer, ServerOptions } from './server.ts'
import { type Silence, listenForNoise } from './silence.ts'

interface Fixtures {
  /** How this test's server is started. */
  readonly serverOptions: ServerOptions
  readonly server: RunningServer
  /** The page, driven in verbs of a user; the workspace is open. */
  readonly editor: Editor
  readonly silence: Silence
  /** Whether the browser saves data, as a person can ask it to: then the page fetches little ahead, a third of the work of a short test. */
  readonly savesData: boolean
}

/** A test with its own server and workspace. It fails if the console printed anything or a request left loopback. */
export const test = base.extend<Fixtures>({
  serverOptions: [{}, { option: true }],

  server: async ({ serverOptions }, use) => {
    const server = await startServer(serverOptions)
    await use(server)
    await server.stop()
    if (serverOptions.workspace === undefined) await removeFolder(dirname(server.workspace))
  },

  savesData: [true, { option: true }],

  context: async ({ context, savesData }, use) => {
    if (savesData) await context.addInitScript(saveData)
    await use(context)
  },

  silence: [
    async ({ context }, use) => {
      const silence = listenForNoise(context)
      await use(silence)
      expect(silence.noises, 'the browser console is silent and nothing leaves this machine').toEqual([])
    },
    { auto: true },
  ],

  editor: async ({ page, server }, use) => {
    const editor = new Editor(page)
    await editor.openWorkspace(server.url)
    await use(editor)
    // A page that outlives its server would complain about it.
    await page.close()
  },
})

export { expect }
