import { describe, expect, it, test } from 'vitest'
import { toolsInGo } from './go-tools.ts'

const tools = (text: string) => toolsInGo(text)?.tools
const lost = (text: string) => toolsInGo(text)?.lost.map(({ path, what }) => `${path}: ${what}`)

const WEATHER = {
  name: 'get_weather',
  schema: {
    type: 'object',
    description: 'Погода в городе.',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: -1 } },
    required: ['city'],
  },
}
const MAP = `map[string]any{
  "type": "object",
  "properties": map[string]interface{}{
    "city": map[string]string{"type": "string"},
    "days": map[string]any{"type": "integer", "minimum": -1},
  },
  "required": []string{"city"},
}`

describe('the literals of Go programs that declare tools', () => {
  test.each<[string, string]>([
    [
      'a list of parameters of a request',
      `package main
import "github.com/openai/openai-go"
func main() {
  params := openai.ChatCompletionNewParams{
    Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(os.Args[1])},
    Tools: []openai.ChatCompletionToolParam{{
      Function: openai.FunctionDefinitionParam{
        Name:        openai.String("get_weather"),
        Description: openai.String("Погода в городе."),
        Parameters:  openai.FunctionParameters{${MAP.slice('map[string]any{'.length)},
      },
    }},
    Model: openai.ChatModelGPT4o,
  }
}`,
    ],
    [
      'a helper that takes a definition',
      `tools := []openai.ChatCompletionToolUnionParam{
  openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
    Name: "get_weather", Description: openai.String("Погода " + \`в городе.\`), Parameters: ${MAP},
  }),
}`,
    ],
    [
      'a union with a pointer',
      `x := responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
  Name: "get_weather", Description: openai.String("Погода в городе."), Parameters: ${MAP}, Strict: openai.Bool(false) }}`,
    ],
    [
      'definitions of another library, with constants and a pointer to a variable',
      `const name = "get_weather"
f := openai.FunctionDefinition{
  Name: name,
  Description: "Погода в городе.",
  Parameters: jsonschema.Definition{
    Type: jsonschema.Object,
    Properties: map[string]jsonschema.Definition{
      "city": {Type: jsonschema.String},
      "days": {Type: jsonschema.Integer, Minimum: -1},
    },
    Required: []string{"city"},
  },
}
t := openai.Tool{Type: openai.ToolTypeFunction, Function: &f}`,
    ],
    [
      'a map in the form of JSON',
      `tool := map[string]any{"type": "function", "function": map[string]any{
  "name": "get_weather", "description": "Погода в городе.", "parameters": ${MAP}}}`,
    ],
    [
      'JSON in a raw text',
      `t := llms.FunctionDefinition{Name: "get_weather", Description: "Погода в городе.", Parameters: json.RawMessage(\`
  {"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","minimum":-1}},"required":["city"]}\`)}`,
    ],
    [
      'declarations with schemas of pointers',
      `t := &genai.Tool{FunctionDeclarations: []*genai.FunctionDeclaration{{
  Name: "get_weather", Description: "Погода в городе.",
  Parameters: &genai.Schema{Type: genai.TypeObject, Properties: map[string]*genai.Schema{
    "city": {Type: genai.TypeString},
    "days": {Type: genai.TypeInteger, Minimum: genai.Ptr(-1.0)},
  }, Required: []string{"city"}},
}}}`,
    ],
    [
      'an input schema in parts',
      `p := anthropic.ToolParam{
  Name: "get_weather", Description: anthropic.String("Погода в городе."),
  InputSchema: anthropic.ToolInputSchemaParam{
    Properties: map[string]any{"city": map[string]any{"type": "string"}, "days": map[string]any{"type": "integer", "minimum": -1}},
    Required: []string{"city"},
  },
}`,
    ],
    [
      'a list without the program around it',
      `Tools: []openai.ChatCompletionToolParam{
  {Function: openai.FunctionDefinitionParam{Name: "get_weather", Description: openai.String("Погода в городе."), Parameters: ${MAP}}},
},`,
    ],
  ])('%s', (_, text) => {
    expect(toolsInGo(text)).toEqual({ tools: [WEATHER], lost: [] })
  })

  it('of MCP ask a person where they say nothing of what they do', () => {
    const text = `tool := mcp.NewTool("get_weather",
  mcp.WithDescription("Погода в городе."),
  mcp.WithString("city", mcp.Required(), mcp.Enum("Осло", "Пермь"), mcp.Description("Город")),
  mcp.WithNumber("days", mcp.Min(1)),
)`
    expect(tools(text)).toEqual([
      {
        name: 'get_weather',
        schema: {
          type: 'object',
          description: 'Погода в городе.',
          properties: {
            _approval: { const: 'required' },
            _idempotent: { const: false },
            city: { type: 'string', enum: ['Осло', 'Пермь'], description: 'Город' },
            days: { type: 'number', minimum: 1 },
          },
          required: ['city'],
        },
      },
    ])
    expect(
      tools('mcp.AddTool(server, &mcp.Tool{Name: "hi", InputSchema: map[string]any{"type": "object"}}, hi)'),
    ).toEqual([
      {
        name: 'hi',
        schema: { type: 'object', properties: { _approval: { const: 'required' }, _idempotent: { const: false } } },
      },
    ])
  })

  it('become nothing if computed, which is reported with the line', () => {
    const text = `package main
a := openai.FunctionDefinition{Name: nameOf(1), Parameters: map[string]any{}}
b := openai.FunctionDefinition{Name: "b", Parameters: schemaOf(city)}
c := openai.FunctionDefinition{Name: "c", Description: fmt.Sprintf("%d", 1), Parameters: map[string]any{"type": "object"}}
d := openai.FunctionDefinition{Name: "d", Parameters: map[string]any{"type": "object", "x": other.Thing}}
e := map[string]any{"name": "Ann"}`
    expect(tools(text)?.map(({ name }) => name)).toEqual(['c'])
    expect(lost(text)).toEqual([
      'line 2: The name of this Tool is computed, and code is not run here.',
      'line 3: The schema of b is computed, and code is not run here.',
      'line 4: The description of c is computed, and code is not run here.',
      'line 5: The schema of d is computed, and code is not run here.',
    ])
  })

  it('that are assigned twice are computed', () => {
    const text = `s := map[string]any{"type": "object"}\ns = other\nt := openai.FunctionDefinition{Name: "t", Parameters: s}`
    expect(lost(text)).toEqual(['line 3: The schema of t is computed, and code is not run here.'])
  })
})

describe('the struct types of Go programs', () => {
  const STRUCTS = `
// GetWeatherInput names a place.
type GetWeatherInput struct {
  City    string   \`json:"city" jsonschema:"required,enum=Осло,enum=Пермь" jsonschema_description:"Город, где смотреть"\`
  Days    *uint8   \`json:"days,omitempty" jsonschema:"minimum=1,maximum=14,description=Сколько дней"\`
  Units   []string \`json:"units,omitempty" jsonschema:"the units to answer in"\`
  Where   Place    \`json:"where"\`
  Tags    map[string]bool \`json:"tags,omitempty"\`
  Any     any      \`json:"any,omitempty"\`
  Hidden  string   \`json:"-"\`
  private int
}
type Place struct {
  Lat, Lon float64
  At time.Time \`json:"at"\`
}`
  const PLACE = {
    type: 'object',
    properties: { Lat: { type: 'number' }, Lon: { type: 'number' }, at: { type: 'string', format: 'date-time' } },
    required: ['Lat', 'Lon', 'at'],
  }
  const PROPERTIES = {
    city: { type: 'string', enum: ['Осло', 'Пермь'], description: 'Город, где смотреть' },
    days: { type: 'integer', minimum: 1, maximum: 14, description: 'Сколько дней' },
    units: { type: 'array', items: { type: 'string' }, description: 'the units to answer in' },
    where: PLACE,
    tags: { type: 'object', additionalProperties: { type: 'boolean' } },
    any: {},
  }

  test('become their own Tool; those inside another one do not', () => {
    expect(toolsInGo(STRUCTS)).toEqual({
      tools: [
        { name: 'getWeatherInput', schema: { type: 'object', properties: PROPERTIES, required: ['city', 'where'] } },
      ],
      lost: [],
    })
  })

  test.each([['GenerateSchema[GetWeatherInput]()'], ['jsonschema.Reflect(&GetWeatherInput{})'], ['schema']])(
    'are the parameters where a tool asks for their schema: %s',
    (given) => {
      const text = `${STRUCTS}
var schema = GenerateSchema[GetWeatherInput]()
func GenerateSchema[T any]() any { var v T; return reflector.Reflect(v) }
var t = openai.FunctionDefinitionParam{Name: "weather", Parameters: ${given}}`
      expect(toolsInGo(text)).toEqual({
        tools: [{ name: 'weather', schema: { type: 'object', properties: PROPERTIES, required: ['city', 'where'] } }],
        lost: [],
      })
    },
  )

  test('are the input of a handler that an MCP server is given with its tool', () => {
    const text = `
type Input struct { Name string \`json:"name" jsonschema:"имя человека"\` }
func SayHi(ctx context.Context, req *mcp.CallToolRequest, input Input) (*mcp.CallToolResult, Output, error) { return nil, Output{}, nil }
func main() { mcp.AddTool(server, &mcp.Tool{Name: "greet", Description: "say hi"}, SayHi) }`
    expect(tools(text)).toEqual([
      {
        name: 'greet',
        schema: {
          type: 'object',
          description: 'say hi',
          properties: {
            _approval: { const: 'required' },
            _idempotent: { const: false },
            name: { type: 'string', description: 'имя человека' },
          },
          required: ['name'],
        },
      },
    ])
  })

  test('that hold themselves, or are defined elsewhere, are reported and not guessed', () => {
    const text = `type Node struct {
  Next *Node \`json:"next,omitempty"\`
  Other pkg.Thing \`json:"other"\`
  Do func() \`json:"do"\`
}`
    expect(toolsInGo(text)?.tools[0]?.schema).toEqual({
      type: 'object',
      properties: { next: {}, other: {}, do: {} },
      required: ['other', 'do'],
    })
    expect(lost(text)).toEqual([
      'line 2: Node holds itself, so next accepts any value.',
      'line 3: The type of other is not in this text, so it accepts any value.',
      'line 4: The type of do is not in this text, so it accepts any value.',
    ])
  })
})

test('a Go program without tools is reported as one, and any other text is left to others', () => {
  expect(toolsInGo('package main\nfunc main() { println("hi") }')).toMatchObject({
    tools: [],
    lost: [{ path: '', what: expect.stringContaining('This is Go code without a tool that can be read') }],
  })
  for (const text of ['', 'interface A { b: string }', '{ "type": "object" }', 'type A = { b: string }', 'A sentence.'])
    expect(toolsInGo(text), text).toBeUndefined()
})

test('a deep or broken text ends in a sentence', () => {
  const deep = `package p\nvar t = x.FunctionDefinition{Name: "t", Parameters: ${'map[string]any{"a": '.repeat(5000)}`
  expect(toolsInGo(deep)?.tools).toEqual([])
  expect(toolsInGo(deep)?.lost.length).toBeGreaterThan(0)
})

it('keeps a field called __proto__, as a parameter of a struct and of an option', () => {
  const struct = 'package main\ntype Find struct {\n\tPlace string `json:"__proto__"`\n\tNear int `json:"near"`\n}'
  const options = 'package main\nvar t = mcp.NewTool("find", mcp.WithString("__proto__", mcp.Required()))'
  for (const text of [struct, options])
    expect(JSON.stringify(tools(text))).toMatch(/"proto__":"__proto__".*"proto__":\{"type":"string"/u)
})
