import type { JSONPath } from 'jsonc-parser'
export function JsonTab({ file, path }: { readonly file: string; readonly path: JSONPath }) {
  return <p>{file + path.join('/')}</p>
}
