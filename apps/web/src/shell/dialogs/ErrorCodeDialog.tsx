import { codes } from '../../../../../docs/errors/codes.mjs'
import { errorCode } from '../../platform/i18n/en/error-code.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import css from './error-code-dialog.module.css'

const say = createTexts({ errorCode })

/** A text of the table, which sets names and code apart as Markdown does. */
const withCode = (text: string) =>
  // Its pieces never move.
  text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))

/** The page of one error code: what it means, what to do, where it shows. */
export function ErrorCodeDialog({ code }: { readonly code: string }) {
  const entry = codes[code]
  return (
    <DialogFrame title={code}>
      {entry === undefined ? (
        <p>{say('unknown')}</p>
      ) : (
        <div className={css.page}>
          <p>{withCode(entry.means)}</p>
          <h3>{say('remedy')}</h3>
          <p>{withCode(entry.remedy)}</p>
          <h3>{say('where')}</h3>
          <ul>
            {entry.where.map((place) => (
              <li key={place}>{withCode(say(`places.${place}`))}</li>
            ))}
          </ul>
        </div>
      )}
    </DialogFrame>
  )
}
