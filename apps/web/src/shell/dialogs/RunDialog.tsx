import { isObject } from '@ensemble/core'
import { inputTitle } from '@ensemble/core/trace'
import { History } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import css from '../../platform/forms/schema-form.module.css'
import { SchemaForm } from '../../platform/forms/SchemaForm.tsx'
import { fieldKind } from '../../platform/forms/schema-values.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import field from '../../platform/ui/field.module.css'
import { goTo } from '../../platform/session/location.ts'
import { closeDialog, openDialog } from '../../platform/session/session.ts'
import { runListStore, type RunList } from '../../runs/open/run-list.ts'
import { lastInput } from './last-input.ts'
import type { RunVersions } from './run-versions.ts'
import { useRunForm, type RunAsked } from './use-run-form.ts'

/** Asks for an Idea's input, prefilled with its default or that of an earlier Run, and starts a run. */
export function RunDialog(asked: RunAsked) {
  // The dock's code loads while the person still writes.
  useEffect(() => void import('../dock/run-panels.ts'), [])
  const form = useRunForm(asked)
  const { facts, starting, asJson, isMadeUp, allowEffects } = form
  const { simulate, forTool } = asked
  return (
    <DialogFrame
      isAside
      title={t(simulate ? 'runDialog.simulateTitle' : 'runDialog.title', { idea: form.name })}
      text={simulate ? t('runDialog.simulateText') : t('runDialog.text', { idea: form.name })}
      submit={starting ? t('runDialog.starting') : t(simulate ? 'runDialog.submitSimulate' : 'runDialog.submit')}
      canSubmit={!starting && form.isJsonValid}
      onSubmit={() => void form.start()}
      footer={
        facts.hasInput &&
        fieldKind(facts.schema) === 'object' && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              form.setAsJson(!asJson)
              form.setJsonValid(true)
            }}
          >
            {t(asJson ? 'runDialog.asForm' : 'runDialog.asJson')}
          </Button>
        )
      }
    >
      {form.warns && <p className={field.hint}>{t(form.offline ? 'runDialog.madeUpAll' : 'runDialog.madeUp')}</p>}
      {forTool !== undefined && (
        <p className={field.hint} role="status">
          {t('runDialog.otherIdea', { idea: form.name, tool: forTool })}
        </p>
      )}
      <Versions versions={form.versions} />
      <Input form={form} />
      <LastInput idea={asked.idea} form={form} />
      {isMadeUp && (
        <div>
          <label className={field.check}>
            <input
              type="checkbox"
              checked={allowEffects}
              onChange={(event) => form.setAllowEffects(event.currentTarget.checked)}
            />
            {t('runDialog.allowEffects')}
          </label>
          <p className={field.hint}>{t('runDialog.allowEffectsHint')}</p>
        </div>
      )}
      <Fault form={form} asked={asked} />
    </DialogFrame>
  )
}

type RunForm = ReturnType<typeof useRunForm>

function Input({ form }: { readonly form: RunForm }) {
  const { facts, asJson, value, setValue, setJsonValid, fields, byField } = form
  if (!facts.hasInput) return <p>{t('runDialog.noInput')}</p>
  if (asJson)
    return (
      <div>
        <JsonInput
          label={t('runDialog.asJson')}
          rows={8}
          value={value}
          onChange={(next) => setValue(next ?? null)}
          onValidity={setJsonValid}
        />
      </div>
    )
  return (
    <div ref={fields} className={css.fields}>
      <SchemaForm schema={facts.schema} value={isObject(value) ? value : {}} onChange={setValue} errors={byField} />
    </div>
  )
}

const runsOf = ({ runs }: RunList) => runs

/** The input that the Idea ran with before, one click away. */
function LastInput({ idea, form: { facts, value, setValue } }: { readonly idea: string; readonly form: RunForm }) {
  const runs = useStore(runListStore, runsOf)
  const last = facts.hasInput ? lastInput(runs, idea, value) : undefined
  if (last === undefined) return null
  const title = inputTitle(last) ?? JSON.stringify(last)
  return (
    <p className={css.ways}>
      <Button size="small" look="quiet" title={title} onClick={() => setValue(last)}>
        <History size={13} aria-hidden />
        <span className={css.cut}>{t('runDialog.lastInput', { title })}</span>
      </Button>
    </p>
  )
}

/** Why the Run did not start, as far as no field says it, with the remedies next to it. */
function Fault({ form, asked }: { readonly form: RunForm; readonly asked: RunAsked }) {
  const { fault, refused, elsewhere, isOfModel } = form
  if (fault === null || (refused.length > 0 && elsewhere.length === 0)) return null
  return (
    <div role="alert" className={field.error}>
      <p>{[fault, ...elsewhere.filter((message) => !fault.includes(message))].join(' ')}</p>
      {isOfModel && (
        <p className={css.ways}>
          <Button
            size="small"
            onClick={() => {
              closeDialog()
              goTo('settings')
            }}
          >
            {t('runDialog.openSettings')}
          </Button>
          {!asked.simulate && (
            <Button
              size="small"
              onClick={() => openDialog({ type: 'run', ...asked, simulate: true, input: form.value })}
            >
              {t('runDialog.simulateInstead')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** Which version of a text with errors the run would use. */
function Versions({ versions: { drafts, draftsOnly, inForce } }: { readonly versions: RunVersions }) {
  const list = (files: readonly string[]): string => files.join(', ')
  return (
    <>
      {drafts.length > 0 && (
        <p className={field.hint} role="status">
          {t('runDialog.draft', { count: drafts.length, files: list(drafts) })}
        </p>
      )}
      {draftsOnly.length > 0 && <p className={field.error}>{t('runDialog.draftOnly', { files: list(draftsOnly) })}</p>}
      {inForce.length > 0 && (
        <p className={field.error}>{t('runDialog.inForce', { count: inForce.length, files: list(inForce) })}</p>
      )}
    </>
  )
}
