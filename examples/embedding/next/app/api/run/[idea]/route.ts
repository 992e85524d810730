// A route handler of Next.js: POST /api/run/greeter with the input as JSON.
import { openEnsemble } from '../../../../ensemble.ts'

/** SQLite needs Node, not the edge. */
export const runtime = 'nodejs'

export async function POST(
  request: Request,
  { params }: { readonly params: Promise<{ readonly idea: string }> },
): Promise<Response> {
  const ensemble = await openEnsemble()
  const { idea } = await params
  const { id, status, output } = await ensemble.run(idea, await request.json())
  return Response.json({ id, status, output })
}
