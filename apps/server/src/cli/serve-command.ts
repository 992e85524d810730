import { spawn } from 'node:child_process'
import { serve } from '../main.ts'
import type { Flags } from '../settings/settings.ts'

const openBrowser = (url: string): void => {
  const [command, ...args]: readonly [string, ...string[]] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // A machine without a browser: the address is printed anyway.
  child.on('error', () => undefined)
  child.unref()
}

/** Serves until a signal asks to stop. Resolves to the exit code. */
export const serveCommand = async (flags: Flags): Promise<number> => {
  const served = await serve(flags)
  if (!served.started) {
    const { other } = served
    console.log(
      other === undefined
        ? 'Another process is opening this workspace.'
        : `This workspace is served already: ${other.url}`,
    )
    return 0
  }
  if (served.bundled) console.log(`workspace ${served.workspace} (your own copy of the music example)`)
  console.log(`listening on ${served.url}`)
  if (served.settings.openBrowser) openBrowser(served.url)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await served.stop()
  return 0
}
