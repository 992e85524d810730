import { pageLanguage } from '../../platform/i18n/en/page-language.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { chooseLanguage, chosenLanguage, LANGUAGES, type Language } from '../../platform/i18n/language.ts'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { Part } from './Part.tsx'

const say = createTexts({ pageLanguage })

const NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** Opens the page anew in another language, once what was typed is saved. */
async function change(to: string): Promise<void> {
  chooseLanguage(LANGUAGES.find((language) => language === to) ?? null)
  await flushEdits()
  location.reload()
}

/** What concerns this browser and not the workspace. */
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
