// A language model of 100 KB for trials: one layer without weights, so that each token is as likely as its fixed score says. It likes best to end,
// then to close a text, then to open an object; a grammar does the rest. The format is https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.

const WIDTH = 32
const ALIGNMENT = 32
const TYPES = /** @type {const} */ ({ u32: 4, i32: 5, f32: 6, bool: 7, text: 8, list: 9 })
const END = 256
/** Scores of tokens, by their number: bytes, then the end. Any other token scores 0. */
const SCORES = new Map([
  ['{'.charCodeAt(0), 9],
  ['"'.charCodeAt(0), 9.5],
  ['}'.charCodeAt(0), 6],
  [']'.charCodeAt(0), 6],
  [END, 10],
])
const TEMPLATE =
  "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"

/** @param {number} value */
function u32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** @param {number} value */
function u64(value) {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** @param {number} value */
function f32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

/** @param {string} value */
const text = (value) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])

/** @type {{ readonly [type: string]: (value: any) => Buffer }} */
const WRITE = { u32, i32: u32, f32, text, bool: (value) => Buffer.from([value ? 1 : 0]) }

/** @param {string} key @param {'u32' | 'f32' | 'bool' | 'text'} type @param {unknown} value */
const one = (key, type, value) => Buffer.concat([text(key), u32(TYPES[type]), WRITE[type]?.(value) ?? Buffer.alloc(0)])

/** @param {string} key @param {'i32' | 'text'} type @param {readonly unknown[]} values */
const list = (key, type, values) =>
  Buffer.concat([
    text(key),
    u32(TYPES.list),
    u32(TYPES[type]),
    u64(values.length),
    ...values.map((value) => WRITE[type]?.(value) ?? Buffer.alloc(0)),
  ])

/** The 256 bytes as GPT-2 writes them: invisible ones come after Latin-1. */
function byteTokens() {
  let hidden = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    return String.fromCodePoint(isVisible ? byte : 256 + hidden++)
  })
}

/** @param {Buffer} bytes */
const aligned = (bytes) => Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])

/** The model's file. @returns {Buffer} */
export function tinyGguf() {
  const tokens = [...byteTokens(), '<|end|>', '<|user|>', '<|assistant|>', '<|system|>']
  // Each token is the same but for a trace of itself, so that the scores do not depend on what was read.
  const embeddings = new Float32Array(tokens.length * WIDTH)
  const scores = new Float32Array(tokens.length * WIDTH)
  for (const token of tokens.keys()) {
    embeddings[token * WIDTH] = 1
    embeddings[token * WIDTH + 1 + (token % (WIDTH - 1))] = 0.1
    scores[token * WIDTH] = SCORES.get(token) ?? 0
  }
  const ones = new Float32Array(WIDTH).fill(1)
  const none = new Float32Array(WIDTH * WIDTH)
  /** @type {readonly [name: string, shape: readonly number[], values: Float32Array][]} */
  const tensors = [
    ['token_embd.weight', [WIDTH, tokens.length], embeddings],
    ['output_norm.weight', [WIDTH], ones],
    ['output.weight', [WIDTH, tokens.length], scores],
    ['blk.0.attn_norm.weight', [WIDTH], ones],
    ['blk.0.ffn_norm.weight', [WIDTH], ones],
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down'].map(
      (name) => /** @type {[string, number[], Float32Array]} */ ([`blk.0.${name}.weight`, [WIDTH, WIDTH], none]),
    ),
  ]
  const facts = [
    one('general.architecture', 'text', 'llama'),
    one('general.name', 'text', 'tiny'),
    one('llama.context_length', 'u32', 8192),
    one('llama.embedding_length', 'u32', WIDTH),
    one('llama.block_count', 'u32', 1),
    one('llama.feed_forward_length', 'u32', WIDTH),
    one('llama.attention.head_count', 'u32', 2),
    one('llama.attention.head_count_kv', 'u32', 2),
    one('llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5),
    one('llama.rope.dimension_count', 'u32', WIDTH / 2),
    one('llama.vocab_size', 'u32', tokens.length),
    one('general.file_type', 'u32', 0),
    one('tokenizer.ggml.model', 'text', 'gpt2'),
    one('tokenizer.ggml.pre', 'text', 'gpt-2'),
    list('tokenizer.ggml.tokens', 'text', tokens),
    list(
      'tokenizer.ggml.token_type',
      'i32',
      [...tokens.keys()].map((token) => (token < END ? 1 : 3)),
    ),
    list('tokenizer.ggml.merges', 'text', []),
    one('tokenizer.ggml.eos_token_id', 'u32', END),
    one('tokenizer.ggml.bos_token_id', 'u32', END),
    one('tokenizer.ggml.add_bos_token', 'bool', false),
    one('tokenizer.chat_template', 'text', TEMPLATE),
  ]
  const bodies = tensors.map(([, , values]) => aligned(Buffer.from(values.buffer)))
  const entries = tensors.map(([name, shape], index) => {
    const before = bodies.slice(0, index).reduce((sum, { length }) => sum + length, 0)
    return Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(before)])
  })
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(facts.length)]
  return Buffer.concat([aligned(Buffer.concat([...head, ...facts, ...entries])), ...bodies])
}
