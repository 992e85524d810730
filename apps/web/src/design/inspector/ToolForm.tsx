import { isObject, type GraphTool, type Json } from '@ensemble/core'
import { resultFieldOf } from '@ensemble/core/editor'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { IMPORT_NAMES, MODULE_NAMES, messagesOf, parseObject, type ToolPlace } from '../../document/texts/idea-view.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { PinSection } from './PinSection.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { ApprovalField } from './ApprovalField.tsx'
import { DelegationFields } from './DelegationFields.tsx'
import { ImportsField } from './ImportsField.tsx'
import styles from './inspector.module.css'
import { ModeSection } from './ModeSection.tsx'
import { offeredImports } from './offered-imports.ts'
import { PassingList } from './PassingList.tsx'
import { SchemaTable } from './SchemaTable.tsx'
import { Section } from './Section.tsx'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { fixedValue, openChoices, withFixed, type FieldNames } from '../../document/edits/tool-fields.ts'
import { changeAt, changeText } from '../../document/open/use-file.ts'

interface ToolFormProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
}

const filesOf = (document: Document) => document.files

/** A Tool as a form: its description, its worker, its imports, its parameters. */
export function ToolForm({ idea, place, tool }: ToolFormProps) {
  const files = useStore(documentStore, filesOf)
  const { file, path, schema } = place
  const set = (names: FieldNames, value: Json | undefined): void =>
    changeText(file, `${file}#${path.join('/')}/${names[0]}`, (text) => withFixed(text, place, names, value))

  const outputPath = fixedValue(place, ['_outputPath'])
  const approval = fixedValue(place, ['_approval'])
  const caller = parseObject(files.get(ideaFile(idea))?.valid)
  const targets = [fixedValue(place, MODULE_NAMES), ...openChoices(place, MODULE_NAMES)].flatMap((address) =>
    typeof address === 'string' ? [parseObject(files.get(ideaFile(address.replace('idea://', '')))?.valid)] : [],
  )
  const fixed = fixedValue(place, IMPORT_NAMES)
  const listed = (Array.isArray(fixed) ? fixed : openChoices(place, IMPORT_NAMES)).filter(
    (each): each is string => typeof each === 'string',
  )
  const setImports = (imports: readonly string[]): void =>
    set(['_imports', '_scopes'], imports.length === 0 ? undefined : imports)
  const resultField = resultFieldOf(schema)
  const result = isObject(schema.properties) ? schema.properties[resultField] : undefined

  return (
    <>
      <Section title={t('inspector.description')}>
        <TextInput
          label={t('inspector.description')}
          isLong
          rows={3}
          value={typeof schema.description === 'string' ? schema.description : ''}
          placeholder={t('inspector.describeTool')}
          onChange={(value) => changeAt(file, [...path, 'description'], value)}
        />
      </Section>
      <ModeSection idea={idea} place={place} tool={tool} />
      <PinSection idea={idea} tool={place.name} />
      <DelegationFields idea={idea} place={place} onSet={set} />
      <Section title={t('inspector.imports')}>
        <ImportsField
          imports={fixed}
          requested={openChoices(place, IMPORT_NAMES)}
          offered={offeredImports(messagesOf(caller), targets.flatMap(messagesOf))}
          onChange={setImports}
        />
        <PassingList messages={messagesOf(caller)} imports={listed} onChange={setImports} />
      </Section>
      <Section title={t('inspector.parameters')}>
        <SchemaTable file={file} path={path} schema={schema} label={t('inspector.parameters')} />
      </Section>
      <Section
        title={t('inspector.resultSchema')}
        note={result === undefined ? t('inspector.noResultSchema') : undefined}
      >
        <SchemaTable
          file={file}
          path={[...path, 'properties', resultField]}
          schema={result}
          label={t('inspector.resultSchema')}
        />
        <Field label={t('inspector.outputPath')} hint={t('inspector.outputPathHint')}>
          {(id) => (
            <TextInput
              id={id}
              isCode
              commit="leaving"
              value={typeof outputPath === 'string' ? outputPath : ''}
              onChange={(value) => set(['_outputPath'], value === '' ? undefined : value)}
            />
          )}
        </Field>
        <ApprovalField approval={approval} onChange={(value) => set(['_approval'], value)} />
        <label className={field.check}>
          <input
            type="checkbox"
            checked={fixedValue(place, ['_idempotent']) !== false}
            onChange={(event) => set(['_idempotent'], event.currentTarget.checked ? undefined : false)}
          />
          {t('inspector.idempotent')}
        </label>
        <p className={styles.quiet}>{t('inspector.idempotentHint')}</p>
      </Section>
      <p className={styles.quiet}>{t('inspector.definedIn', { file })}</p>
    </>
  )
}
