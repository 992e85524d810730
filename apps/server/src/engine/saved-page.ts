import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { jsonInPieces } from '../http/text-in-pieces.ts'
import type { RunDocument } from './run-document.ts'

/** Text of a script element ends at its end tag and nowhere else, whatever a model wrote into it. */
const inert = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The same for our script, where those texts appear only in strings. */
const embedded = (code: string): string => code.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only the one script in the page may run, and it reaches nothing outside of the page. */
const policyFor = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${sha256(script)}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * A run as one HTML page that opens from a disk: its document as data and the built viewer. Throws EnsembleError
 * `page.missing`.
 */
export const savedPage = async (pageRoot: string, document: RunDocument, title: string): Promise<Generator<string>> => {
  const part = (name: string): Promise<string> =>
    readFile(join(pageRoot, 'saved', name), 'utf8').catch(() => {
      throw new EnsembleError('page.missing', 'The page for exported runs is not built. Run `npm run build`.')
    })
  const [code, style] = await Promise.all([part('page.js'), part('page.css')])
  const script = embedded(code)
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyFor(script))}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style.replaceAll('</', '<\\/')}</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="run">`
  const end = `</script>
<script>${script}</script>
</body>
</html>
`
  return (function* () {
    yield head
    for (const piece of jsonInPieces(document)) yield inert(piece)
    yield end
  })()
}
