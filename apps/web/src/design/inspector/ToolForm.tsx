import { isObject, type Json } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import { resultFieldOf } from '@ensemble/core/editor'
import { useStore } from 'zustand'
import { documentStore } from '../../document/open/document-store.ts'
import { changeAt, changeText } from '../../document/open/use-file.ts'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { IMPORT_NAMES, MODULE_NAMES, messagesOf, parseObject, type ToolPlace } from '../../document/texts/idea-view.ts'
import { fixedValue, openChoices, withFixed, type FieldNames } from '../../document/edits/tool-fields.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { AdvancedSection } from './AdvancedSection.tsx'
import { DriftSection } from './DriftSection.tsx'
import { ImportsField } from './ImportsField.tsx'
import styles from './inspector.module.css'
import { offeredImports } from './offered-imports.ts'
import { PassingList } from './PassingList.tsx'
import { PinSection } from './PinSection.tsx'
import { SchemaTable } from './SchemaTable.tsx'
import { Section } from './Section.tsx'
import { useWork } from './use-work.ts'
import { WorkSection } from './WorkSection.tsx'

interface ToolFormProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
}

const filesOf = (document: Document) => document.files

/** A Tool as a form, in the order people think: what it takes, what it is for, who does it, what comes back. */
export function ToolForm({ idea, place, tool }: ToolFormProps) {
  const { at, work } = useWork(idea, place, tool)
  const { file, path, schema } = place
  const set = (names: FieldNames, value: Json | undefined): void =>
    changeText(file, `${file}#${path.join('/')}/${names[0]}`, (text) => withFixed(text, place, names, value))
  const resultField = resultFieldOf(schema)
  const result = isObject(schema.properties) ? schema.properties[resultField] : undefined
  // An anonymous module, too, sees only what is imported.
  const isDelegated = work.module !== undefined || fixedValue(place, MODULE_NAMES) !== undefined
  const imports = <Imports idea={idea} place={place} onSet={set} />

  return (
    <>
      <Section title={t('inspector.parameters')}>
        <SchemaTable file={file} path={path} schema={schema} label={t('inspector.parameters')} />
      </Section>
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
      <WorkSection idea={idea} place={place} tool={tool} />
      <PinSection idea={idea} tool={place.name} />
      {isDelegated && <Section title={t('inspector.imports')}>{imports}</Section>}
      {work.module !== undefined && <DriftSection key={`${idea}/${place.name}`} idea={idea} place={place} />}
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
      </Section>
      <AdvancedSection at={at} work={work} onSet={set}>
        {!isDelegated && <Section title={t('inspector.imports')}>{imports}</Section>}
      </AdvancedSection>
      <p className={styles.quiet}>{t('inspector.definedIn', { file })}</p>
    </>
  )
}

interface ImportsProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly onSet: (names: FieldNames, value: Json | undefined) => void
}

/** The parts of the caller's context that a Call sees. */
function Imports({ idea, place, onSet }: ImportsProps) {
  const files = useStore(documentStore, filesOf)
  const caller = parseObject(files.get(ideaFile(idea))?.valid)
  const targets = [fixedValue(place, MODULE_NAMES), ...openChoices(place, MODULE_NAMES)].flatMap((address) =>
    typeof address === 'string' ? [parseObject(files.get(ideaFile(address.replace('idea://', '')))?.valid)] : [],
  )
  const fixed = fixedValue(place, IMPORT_NAMES)
  const requested = openChoices(place, IMPORT_NAMES)
  const listed = (Array.isArray(fixed) ? fixed : requested).filter((each): each is string => typeof each === 'string')
  const setImports = (imports: readonly string[]): void =>
    onSet(['_imports', '_scopes'], imports.length === 0 ? undefined : imports)
  return (
    <>
      <ImportsField
        imports={fixed}
        requested={requested}
        offered={offeredImports(messagesOf(caller), targets.flatMap(messagesOf))}
        onChange={setImports}
      />
      <PassingList messages={messagesOf(caller)} imports={listed} onChange={setImports} />
    </>
  )
}
