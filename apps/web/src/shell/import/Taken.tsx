import type { TakenArchive } from '../../platform/api/archive-client.ts'
import css from './import.module.css'
import { say } from './say.ts'

/** The result for each file of an archive. */
export function Taken({ name, taken }: { readonly name: string; readonly taken: TakenArchive }) {
  const { files, unchanged, left } = taken
  return (
    <div role="status" className={css.taken}>
      <strong>{files.length === 0 ? say('noneTaken') : say('taken', { count: files.length })}</strong>
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file) => (
            <li key={file}>
              <code>{file}</code>
            </li>
          ))}
        </ul>
      )}
      {unchanged.length > 0 && <p className={css.hint}>{say('unchanged', { count: unchanged.length })}</p>}
      {left.length > 0 && (
        <details>
          <summary>{say('left', { count: left.length })}</summary>
          <ul className={css.files}>
            {left.map(({ file, why }) => (
              <li key={file}>
                <code>{file}</code> <span className={css.hint}>{why}</span>
              </li>
            ))}
          </ul>
          <p className={css.hint}>{say('whole')}</p>
          <pre className={css.command}>ensemble import {JSON.stringify(name)} --to DIR</pre>
        </details>
      )}
    </div>
  )
}
