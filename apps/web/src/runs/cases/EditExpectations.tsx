import { parseExpectations, type Expectation } from '@ensemble/core/trace'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createSavingForm } from '../../document/saving/saving-form.ts'
import { saveExpectations, type ListedCase } from '../../platform/api/case-client.ts'
import { ApiError } from '../../platform/api/client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { SavingLine } from '../saving/SavingLine.tsx'
import css from './cases.module.css'
import { ExpectationFields } from './ExpectationFields.tsx'
import { say } from './say.ts'

interface EditExpectationsProps {
  readonly listed: ListedCase
  readonly onDone: () => void
}

/** A case's expectations, which save themselves over the file as this editor last read or wrote it. */
export function EditExpectations({ listed, onDone }: EditExpectationsProps) {
  const { name, etag, expect = [] } = listed
  const base = useRef(etag)
  const [form] = useState(() => {
    const save = async (value: readonly Expectation[]): Promise<void> => {
      base.current = await saveExpectations({ name, etag: base.current }, value)
    }
    return createSavingForm<readonly Expectation[]>(expect, { save, isReady: (value) => incompleteAt(value) < 0 })
  })
  const { value, refusal } = useStore(form.store)
  const isStale = refusal?.error instanceof ApiError && refusal.error.status === 412
  useEffect(() => () => void form.flush(), [form])
  const incomplete = incompleteAt(value)
  return (
    <div className={css.editing}>
      <h4>{say('expectations')}</h4>
      <ExpectationFields value={value} onChange={(next) => form.change(next)} />
      {isStale ? (
        <div className={css.actions} role="alert">
          <p className={css.fault}>{say('changed')}</p>
          <Button
            size="small"
            onClick={() => {
              base.current = etag
              form.restart(expect)
            }}
          >
            {say('takeTheirs')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              base.current = etag
              void form.flush()
            }}
          >
            {say('keepMine')}
          </Button>
        </div>
      ) : (
        <SavingLine form={form} waits={incomplete < 0 ? null : say('incomplete', { count: incomplete + 1 })} />
      )}
      <div className={css.actions}>
        <Button disabled={incomplete >= 0} onClick={onDone}>
          {say('done')}
        </Button>
      </div>
    </div>
  )
}

/** The place of the first expectation that the server would refuse; -1 if there is none. */
const incompleteAt = (value: readonly Expectation[]): number =>
  value.findIndex((each) => {
    try {
      return parseExpectations([each]).length === 0
    } catch {
      return true
    }
  })
