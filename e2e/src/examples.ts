import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ServerOptions, removeFolder, temporaryFolder } from './server.ts'

/** For `test.use`: each test's server has a copy of this example to itself. */
export const copyOfExample = (name: string) => ({
  // Playwright reads which fixtures it uses from the braces.
  serverOptions: async ({}: object, use: (options: ServerOptions) => Promise<void>): Promise<void> => {
    const workspace = join(await temporaryFolder(name), name)
    await cp(join(import.meta.dirname, '..', '..', 'examples', name), workspace, { recursive: true })
    await use({ workspace })
    await removeFolder(dirname(workspace))
  },
})
