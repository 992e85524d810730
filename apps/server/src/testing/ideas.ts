/** Answers in text; the simplest Idea there is. */
export const TALKER = { title: 'Talker', description: 'Says hello.', context: [{ type: 'text', text: 'Say hello.' }] }

/** One explicit Tool behind an Activity of the same name. */
export const GREETER = {
  title: 'Greeter',
  description: 'Greets a person by name.',
  context: [
    { type: 'text', text: 'Greet the person.' },
    {
      type: 'input',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
      input: { name: 'Ada' },
    },
    {
      type: 'tool',
      tool: {
        greetUser: {
          type: 'object',
          description: 'Greets a user by name.',
          properties: {
            name: { type: 'string', description: 'the name of the user' },
            _output: { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] },
          },
          required: ['name'],
        },
      },
    },
  ],
  schema: {
    type: 'object',
    properties: { greeting: { type: 'string', description: 'the greeting' } },
    required: ['greeting'],
    additionalProperties: false,
  },
}

export const GREETER_CODE = `
type Context = { artifact(name: string, bytes: Uint8Array, options: { type: string }): Promise<unknown> }

export const greetUser = async ({ name }: { name: string }, context: Context) => {
  await context.artifact('hello.txt', new TextEncoder().encode('0123456789'), { type: 'text/plain' })
  await context.artifact('page.html', new TextEncoder().encode('<script>1</script>'), { type: 'text/html' })
  return { greeting: 'Hello, ' + name }
}
`

export const GREETER_FILES = { 'ideas/greeter.json': GREETER, 'activities/greet.ts': GREETER_CODE }

/** A Tool that a person confirms before each Call. */
const RESTARTER = {
  description: 'Restarts a service.',
  context: [
    { type: 'text', text: 'Restart the service.' },
    { type: 'input', schema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] } },
    {
      type: 'tool',
      tool: {
        restartService: {
          type: 'object',
          description: 'Restart the service.',
          properties: {
            service: { type: 'string', description: 'the service' },
            _approval: { const: 'required' },
            _output: { type: 'string' },
          },
          required: ['service'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
}

export const RESTARTER_FILES = {
  'ideas/restarter.json': RESTARTER,
  'activities/restart.ts': `export const restartService = ({ service }: { service: string }) => 'restarted ' + service`,
}

const SONG = {
  type: 'object',
  properties: {
    $artifact: { type: 'string' },
    type: { type: 'string' },
    bytes: { type: 'integer' },
    sha256: { type: 'string' },
  },
  required: ['$artifact', 'type', 'bytes', 'sha256'],
}

/** Its output is a file. */
const SINGER = {
  description: 'Sings.',
  context: [
    { type: 'text', text: 'Sing.' },
    {
      type: 'tool',
      tool: { sing: { type: 'object', description: 'Sings a song.', properties: { _output: SONG } } },
    },
  ],
  schema: SONG,
}

export const SINGER_FILES = {
  'ideas/singer.json': SINGER,
  'activities/sing.ts': `type Context = { artifact(name: string, bytes: Uint8Array, options: { type: string }): Promise<unknown> }

export const sing = (_call: object, context: Context) =>
  context.artifact('song.wav', new TextEncoder().encode('tune'), { type: 'audio/wav' })`,
}
