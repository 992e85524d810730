import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
}

/** The files of a folder on a free port of this machine. */
export async function serve(folder: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    readFile(file).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/json').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has an address with one.
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
