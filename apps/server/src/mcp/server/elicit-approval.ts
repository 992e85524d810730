import { type InputRequest, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { EnsembleError, type OpenApproval } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'

const LOOKS = 40
const LOOK_MS = 25

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The Calls of a run that wait for a person. */
export const openApprovals = async (api: Client, run: string): Promise<readonly OpenApproval[]> =>
  (await api.call('GET', '/api/approvals')).filter((approval) => approval.run === run)

/** The same, once there is one: the record of a question is there a moment before it can be answered. */
export const awaitApprovals = async (api: Client, run: string): Promise<readonly OpenApproval[]> => {
  for (let look = 0; look < LOOKS; look++) {
    const open = await openApprovals(api, run)
    if (open.length > 0) return open
    await pause(LOOK_MS)
  }
  return []
}

/** Under which its answer comes back: bound to this question and the exact arguments that are shown. */
export const keyOf = ({ callId, hash, question }: OpenApproval): string => `${callId} ${hash} ${question}`

/** The question to the person at the client: what the model asks, or whether a Call may run. */
export const toElicitation = (approval: OpenApproval): InputRequest =>
  approval.why === 'question'
    ? inputRequired.elicit({
        message: String(approval.parameters['question']),
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Answer', minLength: 1 } },
          required: ['answer'],
        },
      })
    : toApprovalForm(approval)

const toApprovalForm = ({ tool, parameters, reasoning, reason, why }: OpenApproval): InputRequest =>
  inputRequired.elicit({
    message: [
      `${tool} will be called with`,
      JSON.stringify(parameters, null, 2),
      ...(reason === undefined ? [] : [reason]),
      ...(reasoning === undefined ? [] : [`The model's reason: ${reasoning}`]),
      ...(why === 'decision' ? ['It may have taken effect.'] : []),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: ['approve', 'refuse'] },
        reason: { type: 'string', title: 'Reason', description: 'for the model, where it is refused' },
      },
      required: ['decision'],
    },
  })

/** Takes the person's answers to what was asked. What was decided elsewhere meanwhile stays as it was decided. */
export const takeAnswers = async (
  api: Client,
  run: string,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const key of Object.keys(answers)) {
    const [callId = '', hash = '', question = ''] = key.split(' ')
    const answer = inputResponse(answers, key)
    const content = answer.kind === 'elicit' && answer.action === 'accept' ? answer.content : undefined
    const reason = typeof content?.['reason'] === 'string' && content['reason'] !== '' ? content['reason'] : undefined
    const said = content?.['answer']
    const decision =
      typeof said === 'string' && said.trim() !== ''
        ? 'answer'
        : content?.['decision'] === 'approve'
          ? 'approve'
          : 'refuse'
    try {
      await api.call('POST', '/api/runs/{id}/approvals/{callId}', {
        path: { id: run, callId },
        body: {
          decision,
          hash,
          question: Number(question),
          ...(decision === 'answer' && { result: said }),
          ...(decision === 'refuse' && reason !== undefined && { reason }),
        },
      })
    } catch (error) {
      if (!(error instanceof EnsembleError) || !STALE.includes(error.code)) throw error
    }
  }
}

const STALE: readonly string[] = ['approval.decided', 'approval.unknown', 'arguments.changed', 'run.ended']
