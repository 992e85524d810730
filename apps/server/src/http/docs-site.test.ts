import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDocs } from './docs-site.ts'

let root = ''
const ask = (path: string, basePath?: string) =>
  serveDocs(root, new Request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html' } }), basePath)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensemble-site-'))
  await mkdir(join(root, 'errors'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<a href="/docs/tour.html">Tour</a> the text /docs/tour')
  await writeFile(join(root, '404.html'), 'no page')
  await writeFile(join(root, 'errors/run.unknown.html'), 'unknown run')
  await writeFile(join(root, 'assets/app.1.js'), 'load(`/docs/assets/b.js`)')
  await writeFile(join(root, 'llms.txt'), '# Ensemble')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('the site answers below /docs, of a workspace too, and a page needs no .html', async () => {
  expect((await ask('/docs'))?.headers.get('location')).toBe('/docs/')
  expect(await (await ask('/docs/'))?.text()).toContain('Tour')
  expect(await (await ask('/w/mine/docs/errors/run.unknown'))?.text()).toBe('unknown run')
  expect((await ask('/docs/llms.txt'))?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('a base path is added to the addresses of pages and scripts, and to no text', async () => {
  expect((await ask('/docs', '/ensemble'))?.headers.get('location')).toBe('/ensemble/docs/')
  expect(await (await ask('/docs/', '/ensemble'))?.text()).toBe(
    '<a href="/ensemble/docs/tour.html">Tour</a> the text /docs/tour',
  )
  const script = await ask('/docs/assets/app.1.js', '/ensemble')
  expect(await script?.text()).toBe('load(`/ensemble/docs/assets/b.js`)')
  expect(script?.headers.get('cache-control')).toContain('immutable')
})

test('an unknown page is the site’s own, with 404, and nothing outside the folder is served', async () => {
  expect((await ask('/docs/nothing'))?.status).toBe(404)
  expect(await (await ask('/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd'))?.text()).toBe('no page')
  expect(await serveDocs(root, new Request('http://127.0.0.1/docs/nothing.js'))).toBeUndefined()
})
