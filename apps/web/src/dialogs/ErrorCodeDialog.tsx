import { codes } from '../../../../docs/errors/codes.mjs'
import { errorCode } from '../i18n/en/error-code.ts'
import { createTexts } from '../i18n/index.ts'
import { DialogFrame } from '../ui/DialogFrame.tsx'
import css from './error-code-dialog.module.css'

const say = createTexts(errorCode)

/** The page of one error code: what it means, what to do, where it shows. */
export function ErrorCodeDialog({ code }: { readonly code: string }) {
  const entry = codes[code]
  return (
    <DialogFrame title={code}>
      {entry === undefined ? (
        <p>{say('unknown')}</p>
      ) : (
        <div className={css.page}>
          <p>{entry.means}</p>
          <h3>{say('remedy')}</h3>
          <p>{entry.remedy}</p>
          <h3>{say('where')}</h3>
          <ul>
            {entry.where.map((place) => (
              <li key={place}>{say(`places.${place}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </DialogFrame>
  )
}
