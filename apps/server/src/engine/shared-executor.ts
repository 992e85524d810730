import type { Executor, OpenApproval } from '@ensemble/core'
import type { Asked, OtherProcesses } from './postgres/asks.ts'

/** A person's acts on a Run that is under way, done by the process that holds it. */
const REACHING = ['cancel', 'remove', 'decide', 'setBreakpoints', 'step'] as const
type Reaching = (typeof REACHING)[number]

const isReaching = (name: string): name is Reaching => REACHING.some((known) => known === name)

/** An executor whose people reach each Run, whichever process holds it. */
export const shareExecutor = (executor: Executor, others: OtherProcesses): Executor => {
  others.answerWith(async ({ name, values }: Asked) => {
    if (name === 'approvals') return executor.approvals()
    if (!isReaching(name)) throw new Error(`no process answers ${name}`)
    // The values that `reach` sent under this name.
    return await (executor[name] as (...given: readonly unknown[]) => Promise<unknown>)(...values)
  })
  const reach =
    <A extends readonly [run: string, ...rest: readonly unknown[]], R>(
      name: Reaching,
      act: (...given: A) => Promise<R>,
    ) =>
    async (...given: A): Promise<R> => {
      const holder = await others.holderOf(given[0])
      // The other one's answer, of the same method.
      return holder === undefined ? await act(...given) : ((await others.ask(holder, { name, values: given })) as R)
    }
  return {
    ...executor,
    cancel: reach('cancel', executor.cancel),
    remove: reach('remove', executor.remove),
    decide: reach('decide', executor.decide),
    setBreakpoints: reach('setBreakpoints', executor.setBreakpoints),
    step: reach('step', executor.step),
  }
}

/** The Calls that wait for a person, over all processes; one that does not answer has none to show. */
export const approvalsOf = async (
  executor: Executor,
  others: OtherProcesses | undefined,
): Promise<readonly OpenApproval[]> => {
  if (others === undefined) return executor.approvals()
  const asking = (await others.others()).map((holder) =>
    others.ask(holder, { name: 'approvals', values: [] }).catch(() => []),
  )
  const found = await Promise.all(asking)
  return [...executor.approvals(), ...(found.flat() as readonly OpenApproval[])] // as `shareExecutor` answers
}
