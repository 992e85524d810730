import { useEffect, useState } from 'react'
import { keepCase, listCases } from '../../platform/api/case-client.ts'
import { freeName, nameFault } from '../../document/texts/files.ts'
import { goTo } from '../../platform/session/location.ts'
import { closeDialog } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { notify } from '../../platform/session/notify.ts'
import { ExpectationFields } from './ExpectationFields.tsx'
import { say } from './say.ts'
import { proposeCase, type ProposedCase } from './propose-case.ts'

/** The form comes when its case was proposed, after the dialog has looked for a field. */
const beginHere = (input: HTMLInputElement | null): void => input?.select()

/** Keeps a Run with what is expected of it. */
export function KeepCaseDialog({ run }: { readonly run: string }) {
  const [names, setNames] = useState<readonly string[]>([])
  const [draft, setDraft] = useState<ProposedCase | null>(null)
  useEffect(() => {
    let current = true
    Promise.all([listCases(), proposeCase(run)]).then(
      ([cases, proposed]) => {
        if (!current) return
        const taken = cases.map(({ name }) => name)
        setNames(taken)
        setDraft({ ...proposed, name: freeName(proposed.name, taken) })
      },
      (error: unknown) => notify.refusal(error),
    )
    return () => {
      current = false
    }
  }, [run])
  const fault = draft === null || draft.name === '' ? null : nameFault(draft.name, names)
  const keep = async (): Promise<void> => {
    if (draft === null) return
    const { name, title, expect } = draft
    try {
      await keepCase({ name, run, expect, ...(title.trim() !== '' && { title: title.trim() }) })
      closeDialog()
      goTo('cases', { case: name })
    } catch (error) {
      notify.refusal(error)
    }
  }
  return (
    <DialogFrame
      title={say('keepTitle')}
      text={say('keepText')}
      submit={say('keep')}
      canSubmit={draft !== null && draft.name !== '' && fault === null}
      onSubmit={() => void keep()}
      wide
    >
      {draft === null ? (
        <p role="status">{say('loading')}</p>
      ) : (
        <>
          <Field
            label={say('name')}
            hint={say('nameHint')}
            error={fault === null ? null : say(`nameFault.${fault}`, { name: draft.name })}
          >
            {(id) => (
              <input
                id={id}
                ref={beginHere}
                className={`${field.input} ${field.code}`}
                spellCheck={false}
                maxLength={64}
                aria-invalid={fault !== null}
                value={draft.name}
                onChange={(event) => setDraft({ ...draft, name: event.target.value.replaceAll(' ', '-') })}
              />
            )}
          </Field>
          <Field label={say('caseTitle')}>
            {(id) => (
              <input
                id={id}
                className={field.input}
                maxLength={200}
                value={draft.title}
                onChange={(event) => setDraft({ ...draft, title: event.target.value })}
              />
            )}
          </Field>
          <div role="group" aria-label={say('expectations')}>
            {draft.presets.map(({ id, expectations, hint }) => (
              <label key={id} className={field.check}>
                <input
                  type="checkbox"
                  checked={expectations.every((one) => draft.expect.includes(one))}
                  onChange={(event) => {
                    const others = draft.expect.filter((one) => !expectations.includes(one))
                    setDraft({ ...draft, expect: event.target.checked ? [...others, ...expectations] : others })
                  }}
                />
                <span>
                  {say(`preset.${id}`)} {hint !== undefined && <span className={field.hint}>{hint}</span>}
                </span>
              </label>
            ))}
          </div>
          <ExpectationFields value={draft.expect} onChange={(expect) => setDraft({ ...draft, expect })} />
        </>
      )}
    </DialogFrame>
  )
}
