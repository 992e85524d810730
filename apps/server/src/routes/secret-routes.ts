import { HttpProblem } from '../http/http-problem.ts'
import { type Route, noContent, route } from '../http/route.ts'
import { SECRET_LENGTH } from '../secrets/redactor.ts'
import type { Services } from '../services.ts'
import { isName } from '../workspace/names.ts'

const LONGEST = 8192

/** Secrets go in by name and never come out. */
export const secretRoutes = ({ secrets }: Services): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/api/secrets/{name}',
    summary: 'Keeps the value behind secret://NAME; no route gives it back',
    body: {
      type: 'object',
      required: ['value'],
      additionalProperties: false,
      properties: {
        value: { type: 'string', description: `From ${SECRET_LENGTH} to ${LONGEST} characters` },
      },
    },
    responses: { 204: { description: 'Kept' } },
    handler: async ({ params, body }) => {
      const { name = '' } = params
      if (!isName(name))
        throw new HttpProblem(
          400,
          'name.invalid',
          'A secret is named by a letter, then at most 63 letters, digits, "-" or "_".',
        )
      // Not in the schema: its refusals quote the value.
      const { length } = body.value
      if (length < SECRET_LENGTH || length > LONGEST)
        throw new HttpProblem(
          400,
          'body.invalid',
          `A secret has ${SECRET_LENGTH} to ${LONGEST} characters: redaction could not tell a shorter one from ordinary text.`,
        )
      await secrets.put(name, body.value)
      return noContent()
    },
  }),
]
