import { isObject, type GraphNode, type Json, type JsonObject } from '@ensemble/core'
import { History, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import { messagesOf, parseObject } from '../../document/texts/idea-view.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { addToIdea } from '../../document/commands/add.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { openDialog, sessionStore, type Session } from '../../platform/session/session.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './inspector.module.css'
import { ConfigSection } from './ConfigSection.tsx'
import { say } from './say.ts'
import { Messages } from './Messages.tsx'
import { SchemaTable } from './SchemaTable.tsx'
import { Section } from './Section.tsx'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { ToolList } from './ToolList.tsx'
import { UsedBy } from './UsedBy.tsx'
import { changeAt, useRecord } from '../../document/open/use-file.ts'

const modelsOf = (session: Session) => session.models
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** An Idea as a form: what it is, what a model reads, what goes in and comes out, which Tools it has. */
export function IdeaForm({ node, file }: { readonly node: GraphNode; readonly file: string }) {
  const record = useRecord(file)
  const isUsed = useGraph().edges.some(({ to }) => to === node.id)
  const idea = parseObject(record?.valid)
  const config = isObject(idea.config) ? idea.config : {}
  return (
    <>
      <Description name={node.name} file={file} idea={idea} config={config} />
      <Section title={t('inspector.messages')}>
        <Messages file={file} messages={messagesOf(idea)} />
      </Section>
      <Section title={t('inspector.output')} note={idea.schema === undefined ? t('inspector.noOutput') : undefined}>
        <SchemaTable file={file} path={['schema']} schema={idea.schema} label={t('inspector.output')} />
      </Section>
      <ConfigSection file={file} config={config} />
      <Tools node={node} />
      {isUsed && (
        <Section title={t('inspector.usedBy')} note={t('inspector.usedByNote')}>
          <UsedBy node={node} />
        </Section>
      )}
    </>
  )
}

interface DescriptionProps {
  readonly name: string
  readonly file: string
  readonly idea: JsonObject
  readonly config: JsonObject
}

function Description({ name, file, idea, config }: DescriptionProps) {
  const models = useStore(sessionStore, modelsOf)
  return (
    <Section
      title={t('inspector.description')}
      action={
        <IconButton
          label={say('versions')}
          Icon={History}
          size={14}
          onClick={() => openDialog({ type: 'versions', idea: name })}
        />
      }
    >
      <Field label={t('inspector.title')}>
        {(id) => (
          <TextInput
            id={id}
            value={text(idea.title)}
            onChange={(value) => changeAt(file, ['title'], value === '' ? undefined : value)}
          />
        )}
      </Field>
      <Field label={t('inspector.description')}>
        {(id) => (
          <TextInput
            id={id}
            isLong
            value={text(idea.description)}
            placeholder={t('inspector.describeIdea')}
            onChange={(value) => changeAt(file, ['description'], value)}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('inspector.model')}>
          {(id) => (
            <>
              <TextInput
                id={id}
                isCode
                commit="leaving"
                list="ensemble-models"
                value={text(config.model)}
                placeholder={t('inspector.modelInherited')}
                onChange={(value) => changeAt(file, ['config', 'model'], value === '' ? undefined : value)}
              />
              <datalist id="ensemble-models">
                {models.map((model) => (
                  <option key={model} value={model} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={t('inspector.temperature')}>
          {(id) => (
            <input
              id={id}
              className={field.input}
              type="number"
              min={0}
              max={2}
              step={0.1}
              value={typeof config.temperature === 'number' ? config.temperature : ''}
              onChange={(event) => {
                const number = event.currentTarget.valueAsNumber
                changeAt(file, ['config', 'temperature'], Number.isNaN(number) ? undefined : number)
              }}
            />
          )}
        </Field>
      </div>
    </Section>
  )
}

function Tools({ node }: { readonly node: GraphNode }) {
  return (
    <Section
      title={t('inspector.tools')}
      action={
        <IconButton
          label={t('inspector.newTool')}
          Icon={Plus}
          size={14}
          onClick={({ clientX, clientY, detail }) =>
            addToIdea(node.name, detail === 0 ? undefined : { x: clientX, y: clientY })
          }
        />
      }
    >
      {node.tools.length === 0 && <p className={styles.quiet}>{t('inspector.noTools')}</p>}
      <ToolList node={node} />
    </Section>
  )
}
