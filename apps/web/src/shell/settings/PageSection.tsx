import { pageLanguage } from '../../platform/i18n/en/page-language.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { chooseLanguage, chosenLanguage, LANGUAGES, type Language } from '../../platform/i18n/language.ts'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { Part } from './Part.tsx'

const say = createTexts({ pageLanguage })

const NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** Reloads the page in another language, once the typed texts are saved. */
async function change(to: string): Promise<void> {
  chooseLanguage(LANGUAGES.find((language) => language === to) ?? null)
  await flushEdits()
  location.reload()
}

/** Settings of this browser, not of the workspace. */
export function PageSection() {
  return (
    <Part name="page" title={say('title')} hint={say('hint')}>
      <Field label={say('label')} hint={say('labelHint')}>
        {(id) => (
          <select
            id={id}
            className={field.input}
            defaultValue={chosenLanguage() ?? ''}
            onChange={({ currentTarget }) => void change(currentTarget.value)}
          >
            <option value="">{say('browser')}</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {NAMES[language]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Part>
  )
}

export const pageTitle = say('title')
