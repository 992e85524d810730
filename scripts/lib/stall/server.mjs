// The real server in its own process, over a copy of an example, with the probe inside.
import { fork } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../repo.mjs'

/**
 * @typedef {object} Server
 * @property {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<{ status: number, text: string }>} ask
 * a body that is a text is sent as it is, anything else as JSON
 * @property {() => Promise<number>} longestStall milliseconds, since it was asked last
 * @property {(id: string) => Promise<string>} ended the status a run ended with
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ files?: Readonly<Record<string, unknown>>, env?: Readonly<Record<string, string>> }} [options] files written into the
 * workspace, environment of the process
 * @returns {Promise<Server>}
 */
export const startServer = async ({ files = {}, env = {} } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-stall-'))
  const workspace = join(folder, 'workspace')
  await cp(join(root, 'examples/music'), workspace, { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, file)), { recursive: true })
    await writeFile(join(workspace, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const server = fork(join(root, 'apps/server/bin/ensemble.mjs'), ['serve', '--workspace', workspace, '--port', '0'], {
    execArgv: ['--import', join(root, 'scripts/lib/stall/probe.mjs')],
    env: { ...process.env, CI: 'true', HOME: folder, ENSEMBLE_SIMULATED_PACE: '0', OPENAI_API_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('The server did not start.')))
    server.stdout?.on('data', (text) => {
      const found = /listening on (\S+)/.exec(String(text))?.[1]
      if (found !== undefined) resolve(found)
    })
  })

  /** @type {Server['ask']} */
  const ask = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  return {
    ask,
    longestStall: () =>
      new Promise((resolve) => {
        server.once('message', (/** @type {{ milliseconds: number }} */ { milliseconds }) => resolve(milliseconds))
        server.send('stall')
      }),
    ended: async (id) => {
      // As a page follows it; the stream ends with the run.
      await ask('GET', `/api/runs/${id}/events`)
      return JSON.parse((await ask('GET', `/api/runs/${id}`)).text).status
    },
    stop: async () => {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
