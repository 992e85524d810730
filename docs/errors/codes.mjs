/**
 * Every code that Ensemble answers with, what it means and what to do about it. `npm run docs` writes a page for each;
 * a test fails where the code knows one that is not here.
 *
 * @typedef {'call' | 'run' | 'problem' | 'api'} Place where the code shows: a refused Call (the model reads it in its next
 *   turn), a Run that failed, a Problem on a file, an answer of the API or the terminal
 * @type {{ readonly [code: string]: { readonly where: readonly Place[], readonly means: string, readonly remedy: string } }}
 */
export const codes = {
  // Calls
  'tool.unknown': {
    where: ['call'],
    means: 'The model called a Tool that this Request does not have. Names are compared exactly, case included.',
    remedy:
      'The error lists the valid names and the model corrects itself. If it keeps happening, make the names less alike or the descriptions clearer.',
  },
  'json.invalid': {
    where: ['call', 'api'],
    means: 'A text that should be JSON is not. Arguments of a model are never repaired, because a repair is a guess.',
    remedy: 'The message names the place. The model writes the Call again; a program sends valid JSON.',
  },
  'json.duplicateKey': {
    where: ['call', 'api'],
    means: 'One object holds the same key twice, so one of the two values would be lost silently.',
    remedy: 'Keep one of the two.',
  },
  'json.tooLarge': {
    where: ['call', 'api'],
    means: 'A JSON text is larger than the limit for one piece.',
    remedy: 'Pass large values by reference (`†state.…`) or as an Artifact instead of writing them out.',
  },
  'json.tooDeep': {
    where: ['call', 'api'],
    means: 'Arrays or objects are nested too deep.',
    remedy: 'Flatten the value.',
  },
  'json.nonFinite': {
    where: ['call', 'api'],
    means: 'A number is too large to be held exactly as a finite number.',
    remedy: 'Write it as a string, or choose another unit.',
  },
  'arguments.invalid': {
    where: ['call'],
    means: "The arguments of a Call do not fit the Tool's schema. Nothing was run.",
    remedy:
      "The error's path names the parameter. When a model fails here often, describe that parameter and give an example.",
  },
  'meta.forged': {
    where: ['call'],
    means:
      'The model wrote a meta field (such as `_module` or `_activity`) with a value that the schema does not leave open.',
    remedy:
      'Nothing to do: the Call was refused. Open the field in the schema (`enum`, or no `const`) if the model is meant to choose.',
  },
  'reference.missing': {
    where: ['call'],
    means: 'A `†reference` leads to nothing: the path has no value, and no other Call of the turn writes it.',
    remedy:
      'The error lists the paths that exist. Check the output path of the Tool that should have written the value.',
  },
  'reference.failed': {
    where: ['call'],
    means: 'A `†reference` waited for another Call of the same turn, and that Call failed.',
    remedy: 'Look at the error of the named Call first; this one runs when it is asked again.',
  },
  'reference.cycle': {
    where: ['call'],
    means: 'Calls of one turn wait for each other in a circle.',
    remedy: 'Let one of them write its value out instead of referring to it.',
  },
  'approval.refused': {
    where: ['call'],
    means: 'A person refused this Call.',
    remedy: 'The reason, if given, is shown to the model, which continues without the Call.',
  },
  'call.refused': {
    where: ['call'],
    means: 'The program that runs this refused the Call: its `onCall` threw.',
    remedy: "The sentence is the Activity's own error. The model reads it and continues without the Call.",
  },
  'approval.expired': {
    where: ['call'],
    means: 'No one decided on a Call within `approvals.expireAfter`.',
    remedy: 'Run again and decide in time, or raise `approvals.expireAfter` in `ensemble.json`.',
  },
  'activity.missing': {
    where: ['call', 'problem'],
    means:
      'A Tool names an unregistered Activity in `_activity`. Unless the profile makes it an error, the Tool is latent instead.',
    remedy: 'Export a function of that name from a file in `activities/`, or correct the name.',
  },
  'activity.failed': {
    where: ['call'],
    means: "The Tool's Activity threw an error.",
    remedy: "The message is the Activity's own. Its log is in the Call's detail.",
  },
  'activity.timeout': {
    where: ['call'],
    means: 'An Activity took longer than its own deadline.',
    remedy:
      'Raise `timeoutMs` where it is registered, or make it faster. An Activity should stop when its `signal` aborts.',
  },
  'activity.interrupted': {
    where: ['call'],
    means: 'The process ended while an Activity ran that must not be repeated (`_idempotent: false`).',
    remedy: 'Find out whether it took effect, then answer the Call by hand.',
  },
  'output.missing': {
    where: ['call'],
    means: 'A latent Tool declares an `_output` and the model left it out.',
    remedy: 'The model is asked again. `composition.latentOutput: "required"` makes the schema insist on it.',
  },
  'output.invalid': {
    where: ['call', 'run'],
    means:
      'A result does not fit the `_output` of its Tool or any place in its `_outputPath` (`†a || †b`), or an answer does not fit the schema of its Idea.',
    remedy: 'The path names the place. Change the Activity or the schema so that they agree.',
  },
  'module.unresolved': {
    where: ['call', 'problem'],
    means: 'The address in `_module` leads to no Idea.',
    remedy: 'Use `idea://NAME` with the name of a file in `ideas/` without its `.json`, or create that Idea.',
  },
  'module.failed': {
    where: ['call'],
    means: 'The Idea that a Call was delegated to ended without an output.',
    remedy: "Open the Call's own turns in the trace: the last of them has the reason.",
  },
  'module.mergeConflict': {
    where: ['call', 'problem', 'run'],
    means:
      'With `_resolve: "upfront"` the module’s input schema is merged into the Tool, and one property is defined differently in both.',
    remedy: 'Make the two equal, rename one, or use `"runtime"`, where the module’s own model bridges the difference.',
  },
  'limit.depth': {
    where: ['call'],
    means: 'Modules called modules deeper than `limits.depth`.',
    remedy: 'Look for Ideas that call each other in a circle, or raise the limit.',
  },
  'limit.callsPerTurn': {
    where: ['call'],
    means: 'One answer held more Calls than `limits.callsPerTurn`; the ones over it were refused.',
    remedy: 'Ask for fewer items per turn, or raise the limit.',
  },
  'limit.repeatedCalls': {
    where: ['call'],
    means: 'The same Call with the same arguments came in as many turns in a row as `limits.repeatedCalls` allows.',
    remedy:
      'The model repeats itself: say in the Idea what to do if a result does not change. For a Tool that polls, set `_polls: true`.',
  },
  'limit.callMs': {
    where: ['call'],
    means: 'One Call took longer than `limits.callMs`.',
    remedy: 'Raise the limit for work that is known to be long.',
  },
  'call.cancelled': {
    where: ['call'],
    means:
      'The Run was cancelled while this Call was waiting or running; or the answer was cut before this Call could start, which needs a complete one (an approval, `_idempotent: false`).',
    remedy: 'Nothing to do: after a cut answer the model learns of it and may make the Call again.',
  },
  'answer.cut': {
    where: ['call'],
    means: 'The stream of the model’s answer ended early. Calls that were complete by then have run; the rest is lost.',
    remedy: 'The next turn shows what was done. If answers end early often, look at the endpoint.',
  },
  'answer.empty': {
    where: ['call'],
    means: 'The model’s answer held neither Calls nor an output.',
    remedy: 'The model gets the error and is asked again, at most `limits.invalidTurns` times.',
  },

  // Runs
  'model.unreachable': {
    where: ['run'],
    means: 'The endpoint of the model does not answer at all.',
    remedy: 'Check that it runs and that `OPENAI_BASE_URL` names it. Nothing was lost: run again when it is back.',
  },
  'model.status': {
    where: ['run'],
    means: 'The endpoint answered with an error status, and a retry would not help.',
    remedy: 'The message quotes the endpoint; the cause is often a wrong key or an unknown model.',
  },
  'model.rateLimited': {
    where: ['run'],
    means: 'The endpoint asked to slow down, more often than the Run may wait.',
    remedy:
      'Wait, or name a `fallback` for that endpoint in `ensemble.json`, or lower its `concurrency` or its `limits` by the minute.',
  },
  'model.stalled': {
    where: ['run'],
    means: 'The endpoint stopped sending in the middle of an answer and the idle deadline passed.',
    remedy: 'Run again; if it happens often, look at the endpoint or a proxy before it.',
  },
  'model.cut': {
    where: ['run'],
    means: 'The answer’s stream ended without its last piece. A cut stream never counts as an answer.',
    remedy: 'Run again; if it happens often, look at the endpoint or a proxy before it.',
  },
  'model.refused': {
    where: ['run'],
    means: 'The model refused to answer.',
    remedy: 'Its words are in the trace. Change the request.',
  },
  'model.length': {
    where: ['run'],
    means: 'The answer reached the maximum of output tokens before it was complete.',
    remedy: 'Raise `maxOutputTokens`, or let large values travel by reference.',
  },
  'model.envelope': {
    where: ['run'],
    means:
      "The response isn't an answer of a Chat Completions endpoint: HTML, an empty list of choices, or other JSON.",
    remedy: 'Check `OPENAI_BASE_URL`: most servers expect it to end in `/v1`.',
  },
  'model.fileMissing': {
    where: ['run'],
    means: 'A `data` Message of kind `file` names an Artifact whose bytes are not in the artifact store.',
    remedy: 'Import the run with its artifacts, or give the file as a `data:` URL.',
  },
  'model.token': {
    where: ['run', 'api'],
    means:
      'The `tokenCommand` of an endpoint is not approved yet, failed, took too long, or printed no token. It runs only after a person approved exactly its arguments.',
    remedy:
      'Look at it, then approve it with `ensemble doctor --approve ENDPOINT` in a terminal; or run it in a terminal and repair what it says, such as `az login`.',
  },
  'model.option': {
    where: ['run'],
    means:
      'The question holds something that the API of this endpoint has no place for, such as `stop` texts or sound in the Responses API.',
    remedy:
      'Leave it out, or ask through the other API: `"api": "chat"` in the endpoint\u2019s entry in `ensemble.json`.',
  },
  'model.tooLong': {
    where: ['run'],
    means:
      'The Request does not fit the model: its question is longer than the context window, or it asks for a longer answer than the model writes. It was not sent.',
    remedy:
      'The message names both figures. Shorten the context or lower `maxOutputTokens`, choose another model, or correct the limit under `models` in `ensemble.json`.',
  },
  'model.schemaRefused': {
    where: ['run'],
    means: 'The endpoint refuses the schema of this Request in every form that was tried.',
    remedy: 'The message quotes the endpoint. Set `wire: "tools"`, or simplify the schema they name.',
  },
  'model.unknown': {
    where: ['run', 'api'],
    means: 'A model is named that no configured endpoint serves.',
    remedy: 'Correct the name, or configure an endpoint.',
  },
  'limit.turns': {
    where: ['run'],
    means: 'A Loop reached `limits.turns` without an output.',
    remedy: 'Tell the Idea when it is done, or raise the limit.',
  },
  'limit.calls': {
    where: ['run'],
    means: 'The Run reached `limits.calls`.',
    remedy: 'Raise the limit if so many Calls are meant.',
  },
  'limit.wallMs': {
    where: ['run'],
    means: 'The Run took longer than `limits.wallMs`. Waiting for a person does not count.',
    remedy: 'Raise the limit for work that is known to be long.',
  },
  'limit.tokens': {
    where: ['run'],
    means:
      'The tokens of the Run and what its next Request sets aside (its messages and `maxOutputTokens`) come to more than `limits.tokens`.',
    remedy: 'Raise the limit, lower `maxOutputTokens`, or shorten the context.',
  },
  'limit.cost': {
    where: ['run'],
    means: 'The Run used up `limits.cost`, in US dollars.',
    remedy: 'Raise the limit, or use a cheaper model.',
  },
  'limit.unpriced': {
    where: ['run', 'problem'],
    means:
      'Somebody set `limits.cost`, and no price is known for the model, so the limit could not be enforced. The Run ended before it asked that model. The built-in default of 5 US dollars ends no Run for this reason; it is only mentioned.',
    remedy:
      'Add the price of the model to `prices` in `ensemble.json` (0 for your own model), remove the limit, or allow it with `allowUnpriced: true` in the config or `ensemble run --allow-unpriced`.',
  },
  'limit.invalidTurns': {
    where: ['run'],
    means: '`limits.invalidTurns` turns in a row had no usable answer.',
    remedy: 'Look at the answers of the model; try another model or wire.',
  },

  // Problems on files
  'tool.name': {
    where: ['problem'],
    means:
      'A name must begin with a letter and hold at most 64 letters, digits, `_` or `-`, so that every provider and file system accepts it.',
    remedy: 'Rename the Tool.',
  },
  'tool.reserved': {
    where: ['problem'],
    means: '`final_output` is used by Ensemble itself on the wire.',
    remedy: 'Choose another name.',
  },
  'tool.notObject': {
    where: ['problem'],
    means: 'A Tool is a schema of type `object`: its properties are the parameters.',
    remedy: 'Wrap the value in an object with one property.',
  },
  'tool.foreign': {
    where: ['problem'],
    means:
      'The file or the Tool contains a tool in the format of OpenAI, Anthropic, MCP or Gemini. Read as a schema, it would be a Tool without parameters.',
    remedy:
      'Take the fix "Convert this … tool" in the page. A file with several of them is imported with `ensemble import FILE`.',
  },
  'activity.broken': {
    where: ['problem'],
    means:
      'A file in `activities/` cannot be read as code, could not be loaded, exports a name that is taken, or (sandboxed code) has no default export.',
    remedy: 'The message names the fault. The Activities of other files still work.',
  },
  'activity.computed': {
    where: ['problem'],
    means:
      'A file in `activities/` computes some of the names it exports, so its syntax tree does not tell them, and looking at a workspace runs no code.',
    remedy:
      'Export each function by its name. Otherwise those Activities count as missing until a Run or a replay has loaded the file.',
  },
  'tool.nameMismatch': {
    where: ['problem'],
    means: 'The `_tool` of a schema differs from the name it is registered under.',
    remedy: 'Make them equal, or leave `_tool` out.',
  },
  'tool.unknownField': {
    where: ['problem'],
    means: 'A name with a leading underscore belongs to the system, and this one is not known.',
    remedy: 'The message names the nearest known field. For your own parameter, drop the underscore.',
  },
  'tool.metaConflict': {
    where: ['problem'],
    means: 'A meta field is written in two places that disagree.',
    remedy: 'Keep one of the two.',
  },
  'tool.metaValue': {
    where: ['problem'],
    means: 'A meta field holds a value it cannot have.',
    remedy: 'The message lists the allowed values.',
  },
  'tool.unresolved': {
    where: ['problem'],
    means: 'A `$ref` names a shared Tool that is not in `tools/`.',
    remedy: 'Create the file, or correct the name.',
  },
  'tool.confusable': {
    where: ['problem'],
    means: 'Two names differ only by case, which models and file systems confuse.',
    remedy: 'Rename one of them.',
  },
  'idea.json': {
    where: ['problem'],
    means: 'The file of an Idea is not JSON.',
    remedy: 'The range marks the place. Until you fix it, Runs use the last valid version.',
  },
  'idea.duplicateKey': {
    where: ['problem'],
    means: 'A key appears twice in one object, so one of the two values would be lost.',
    remedy: 'Remove one of them.',
  },
  'idea.shape': {
    where: ['problem'],
    means: 'An Idea is an object with a `context` (a list of Messages) and, optionally, a `schema`.',
    remedy: 'Compare with an Idea of the music workspace.',
  },
  'idea.name': {
    where: ['problem'],
    means: 'The name of an Idea must be valid in addresses and on every file system.',
    remedy: 'Rename the file.',
  },
  'idea.messageType': {
    where: ['problem'],
    means: 'A Message has a type that is not known, so it would never reach the model.',
    remedy: 'Use `text`, `tool`, `input`, `state` or `data`.',
  },
  'idea.message': {
    where: ['problem'],
    means: 'A field of a Message is missing or of the wrong type.',
    remedy: 'The message names the field.',
  },
  'idea.unknownField': {
    where: ['problem'],
    means: 'Ensemble does not know this field; it is probably misspelt.',
    remedy: 'Correct or remove it.',
  },
  'idea.missing': {
    where: ['problem', 'api'],
    means: 'No Idea of that name is in the workspace.',
    remedy: 'Create it, or correct the name.',
  },
  'idea.invalid': {
    where: ['run', 'api'],
    means: 'The Idea has problems of severity `error`, so it cannot run.',
    remedy: 'They are listed in the answer and under Problems.',
  },
  'module.outside': {
    where: ['problem', 'call'],
    means: 'A relative address of a module leaves the workspace.',
    remedy: 'Copy that Idea into the workspace.',
  },
  'module.cycle': {
    where: ['problem'],
    means: 'Ideas call each other in a circle, which only `limits.depth` ends.',
    remedy: 'Ignore it if you want recursion; otherwise remove one of the edges.',
  },
  'lint.descriptionMissing': {
    where: ['problem'],
    means: 'A Tool has no description. Models choose Tools by their descriptions.',
    remedy: 'Say when to call it and what it returns.',
  },
  'lint.descriptionVague': {
    where: ['problem'],
    means: 'A description of a few words leaves the model guessing.',
    remedy: 'Say when to call it, when not, and what it returns.',
  },
  'lint.descriptionsAlike': {
    where: ['problem'],
    means: 'Two Tools have similar descriptions, so a model chooses between them by chance.',
    remedy: 'Describe how they differ.',
  },
  'lint.parameterUndocumented': {
    where: ['problem'],
    means: 'A parameter without a description is filled by guesswork.',
    remedy: 'Describe it, with its unit and an example.',
  },
  'lint.parameterVague': {
    where: ['problem'],
    means: 'The description of a parameter only repeats its name, such as "The title" for `title`.',
    remedy: 'Say what it means, in which unit or form, with an example.',
  },
  'lint.nestedUndocumented': {
    where: ['problem'],
    means: 'A property inside a parameter has no description, so the model guesses what to put there.',
    remedy: 'Describe it, with its unit and an example.',
  },
  'lint.tooManyTools': {
    where: ['problem'],
    means: 'Models choose worse among very many Tools.',
    remedy: 'Move some behind a module.',
  },
  'lint.noRequired': {
    where: ['problem'],
    means: 'A Tool that requires nothing may be called with nothing.',
    remedy: 'List the parameters it cannot do without in `required`.',
  },
  'lint.approvalMissing': {
    where: ['problem'],
    means: 'A Tool that sounds dangerous runs without a person confirming it.',
    remedy: 'Add `_approval`, or silence this in `ensemble.json` under `lint`.',
  },
  'lint.descriptionUnrelated': {
    where: ['problem'],
    means:
      'The description of a Tool shares no word with any of the example inputs of the Idea (`input` and `examples`), nor with its texts, so a model that reads such an input does not find it. Reported only with three or more examples, because one example asks for one thing.',
    remedy: 'Say “Use this when …” in the words people use.',
  },
  'lint.namesAlike': {
    where: ['problem'],
    means: 'Two parameters of a Tool differ only by case or separators (`userId`, `user_id`), which models confuse.',
    remedy: 'Rename one, or make them one.',
  },
  'lint.tooManyParameters': {
    where: ['problem'],
    means: 'A Tool has more than 20 parameters; models fill many parameters worse than a few.',
    remedy: 'Group what belongs together into objects, or make two Tools of it.',
  },
  'lint.tooDeep': {
    where: ['problem'],
    means: 'Values of a Tool are nested more than five levels deep; models lose track of brackets and meaning.',
    remedy: 'Flatten them, or pass the inner values by reference.',
  },
  'lint.requiredMayBeEmpty': {
    where: ['problem'],
    means:
      'A required string has no `minLength`, `enum`, `pattern` or `format`: a model that knows no value writes an empty one.',
    remedy: 'Add `"minLength": 1`, or say what the string must look like.',
  },
  'lint.approvalNever': {
    where: ['problem'],
    means:
      "The condition of `_approval` reads a parameter that the Tool does not have, or a value that the parameter can't have. It never holds, so the Call runs without approval.",
    remedy: 'Correct the name or the value; `"_approval": "required"` asks for every Call.',
  },
  'lint.exampleUnknownTool': {
    where: ['problem'],
    means: 'A text Message names a Tool that the Idea does not have, so the model learns a Call that is refused.',
    remedy: 'Correct the name, or add the Tool.',
  },
  'lint.importUnknown': {
    where: ['problem'],
    means:
      "`_imports` lists something that the Idea's context never holds: a kind of `data` or a part of the state that no Message has, no caller imports and no Call writes. It passes nothing.",
    remedy: 'Correct the name, remove it, or add the Message that it means.',
  },
  'lint.outputPathUnknown': {
    where: ['problem'],
    means:
      'A part of `_outputPath` matches nothing: the schema of the `state` lists its members and lacks the path, or `<- member` names a member that `_output` lacks. The result is lost, or written where nothing reads it.',
    remedy: 'Correct the path or the member, or add it to the schema of the `state` or to `_output`.',
  },
  'lint.inputBridged': {
    where: ['problem'],
    means:
      "The parameters of a module's Tool don't fit the input schema of its Idea: a required one is missing or may be left out, one is not expected, or one is of another type. With `runtime` resolution the module's model bridges that in every Call.",
    remedy: 'Declare the parameters as the Idea does, or set `"_resolve": "upfront"` so that the Tool takes them over.',
  },
  'lint.outputComposed': {
    where: ['problem'],
    means:
      'Each Request carries the schema of `_output` for Tools whose results come from Activities or modules, so the model never has to fill it. The message names the tokens.',
    remedy:
      'Set `composition.explicitOutput` to `"omit"` in the config of the Idea or of the workspace, unless you want the predictions that the Trace keeps.',
  },
  'lint.temperatureWithTools': {
    where: ['problem'],
    means:
      'A temperature above 0 makes the choice of Tools and their values a matter of chance. It is 0 with Tools unless set.',
    remedy: 'Remove `temperature`, or silence this where variety is wanted.',
  },
  'portability.limits': {
    where: ['problem'],
    means:
      'The schema is larger or deeper than the strict mode of providers allows; it is sent without strict mode, so the answer is only checked afterwards.',
    remedy: 'Make it smaller, or leave it: Calls are judged by your schema in any case.',
  },
  'portability.reshaped': {
    where: ['problem'],
    means: 'Strict mode cannot express this. The model sees another shape, and its answer is converted back to yours.',
    remedy:
      "You don't have to do anything. If the shape matters to the model, use only types, `enum`, `anyOf` and closed objects.",
  },
  'portability.unenforced': {
    where: ['problem'],
    means:
      'Strict mode does not enforce this keyword: it moves to the description, and the Call is checked against it afterwards. Off unless `ensemble.json` turns it on.',
    remedy: 'Nothing has to be done.',
  },
  'schema.ref': {
    where: ['problem'],
    means: 'A `$ref` leads nowhere inside its schema. References stay inside one schema; Ensemble fetches nothing.',
    remedy: 'Correct the pointer, or add the definition under `$defs`.',
  },
  'schema.compile': {
    where: ['problem'],
    means:
      'The schema is well-formed and still cannot be compiled, mostly because of a `pattern`: it runs in linear time, without look-around and back-references.',
    remedy: 'The message names the place.',
  },
  'schema.tooSlow': {
    where: ['problem'],
    means: 'Checking the text took the editor’s worker too long, so it stopped. The page itself never waits for it.',
    remedy: 'Make the schema smaller or flatter. The next key checks it again.',
  },
  'schema.unknownKeyword': {
    where: ['problem'],
    means: 'A keyword that JSON Schema does not know, and much like one that it does. Unknown keywords have no effect.',
    remedy: 'Correct the spelling. Words of your own begin with `x-`.',
  },
  'schema.requiredUndeclared': {
    where: ['problem'],
    means:
      '`required` names a property that is not declared. Objects are closed unless opened, so no value could ever fit.',
    remedy: 'Declare the property, correct the name, or remove it from `required`.',
  },
  'schema.valueInvalid': {
    where: ['problem'],
    means: 'A `default`, an item of `examples` or of `enum`, or a `const` does not fit its schema.',
    remedy: 'Correct the value or the schema.',
  },
  'schema.valueRepeated': {
    where: ['problem'],
    means: 'An `enum` lists the same value more than once.',
    remedy: 'Remove the repeated value.',
  },
  'schema.pattern': {
    where: ['problem'],
    means:
      'A `pattern` uses look-around (`(?=`, `(?!`, `(?<=`, `(?<!`) or a back-reference, which cannot run in bounded time.',
    remedy: 'Write the pattern without them, or split the check into two schemas of `allOf`.',
  },
  'schema.contradiction': {
    where: ['problem'],
    means:
      'No value can fit: a lower bound is above its upper one (`minimum` 5 with `maximum` 1, and so for lengths, items, properties and exclusive bounds), or `enum` lists nothing.',
    remedy: 'Correct one of the two bounds, or give `enum` its values.',
  },
  'schema.metaMisplaced': {
    where: ['problem'],
    means:
      "A meta field such as `_output` is inside a parameter. It works only at the root of the Tool, or among the Tool's own properties.",
    remedy: 'Move it to the `properties` of the Tool.',
  },
  'file.comment': {
    where: ['problem'],
    means: 'A draft may hold comments; a saved file is JSON without comments.',
    remedy: 'Remove the comment, or move it into `$comment` or `description`.',
  },

  // Settings, workspace, server
  'settings.invalid': {
    where: ['api'],
    means: 'A flag, an environment variable or a field of `ensemble.json` holds a value it cannot have.',
    remedy: 'The message names the setting and its allowed values. Nothing was started.',
  },
  'workspace.missing': {
    where: ['api'],
    means:
      'The folder that was given as the workspace, or that your list names, does not exist or holds no `ensemble.json`; or none was given, and neither the current folder nor one above it holds an `ensemble.json`.',
    remedy:
      'In the page, enter the path of a folder that contains an `ensemble.json`, or open a template, which makes a workspace. In a terminal, check the path, go to the workspace, name it with `--workspace DIR`, or make one with `ensemble new DIR`. Only `ensemble serve` and `ensemble run IDEA` open the sample where there is none, and not where `CI` is set.',
  },
  'workspace.readOnly': {
    where: ['api'],
    means:
      "This user cannot write to the workspace's folder, so it is open read-only: you can view files and recorded runs, but nothing runs or changes.",
    remedy: 'Make the folder writable and restart, or copy the workspace to your own folder.',
  },
  'workspace.invalid': {
    where: ['api', 'problem'],
    means: 'The `ensemble.json` of the workspace is not valid.',
    remedy: 'The sentence names the field. A running server keeps using the previous content.',
  },
  'name.invalid': {
    where: ['api'],
    means: 'A name must begin with a letter and hold at most 64 letters, digits, `_` or `-`.',
    remedy: 'Choose such a name. Names are looked up, never joined into paths.',
  },
  'activity.name': {
    where: ['api'],
    means: 'An Activity is registered under a name that no Tool could have.',
    remedy: 'Begin with a letter; use at most 64 letters, digits, `_` or `-`.',
  },
  'activity.invalid': {
    where: ['api'],
    means: "A value registered as an Activity isn't a function, or one of its options is invalid.",
    remedy: 'The message says which. A function that its file does not export is `undefined` where it is imported.',
  },
  'activity.duplicate': {
    where: ['api'],
    means: 'Two Activities are registered under one name.',
    remedy: 'Rename one, or pass `replace: true` where that is meant.',
  },
  'run.unknown': {
    where: ['api'],
    means: 'There is no Run of that id in this workspace.',
    remedy: 'Check the id; it may have been deleted.',
  },
  'value.unknown': {
    where: ['api'],
    means: 'The Run holds no value at the place that you name, or the text names no place.',
    remedy:
      "Write a span, then `input` or `result`, then a JSON Pointer after `#`: `request/0/call/1/input#/city`; without a span, the Run's own.",
  },
  'run.conflict': {
    where: ['api'],
    means: 'An idempotency key was used before with another body.',
    remedy: 'Use a new key for a new Run; the same key repeats the same Run.',
  },
  'run.ended': {
    where: ['api'],
    means: 'The Run has ended, so it can no longer be changed.',
    remedy: 'Start another.',
  },
  'run.imported': {
    where: ['api'],
    means: 'Another program recorded this Run, so none of it was composed or asked here.',
    remedy: 'View it, or keep it as a case. To ask a model, start a Run of an Idea of yours with the same input.',
  },
  'run.unfinished': { where: ['api'], means: 'The Run is still running.', remedy: 'Wait for its end, or cancel it.' },
  'input.invalid': {
    where: ['api'],
    means:
      'The input given to a Run does not fit the input schema of its Idea. Nothing was run and no model was asked.',
    remedy:
      'The message names the first field that does not fit, `errors` lists each. `ensemble compose IDEA` shows the Idea; give an input with `--input JSON` or `--input @file`.',
  },
  'host.invalid': {
    where: ['run'],
    means:
      "A program's `onCall` returned a meta field that a host does not set, or a value that the field cannot have.",
    remedy: 'Correct what it returns; the message names the field.',
  },
  'profile.invalid': {
    where: ['api'],
    means: 'A profile that a program gave has a field that nothing reads, or a value that a field cannot have.',
    remedy: 'Correct the field that the message names.',
  },
  'profile.unknown': {
    where: ['api', 'problem'],
    means: 'No profile of that name is in `ensemble.json`.',
    remedy: 'Use one that is, or add it.',
  },
  'body.notJson': {
    where: ['api'],
    means: 'A request that changes something must be `application/json`.',
    remedy: 'Set the header `content-type: application/json`.',
  },
  'body.tooLarge': {
    where: ['api'],
    means: 'The body of a request is over the limit and was not read.',
    remedy: 'Send less.',
  },
  'route.unknown': { where: ['api'], means: 'The API has no such path.', remedy: 'See `/api/openapi.json`.' },
  'method.unknown': {
    where: ['api'],
    means: 'The path exists, but not with this method.',
    remedy: 'See `/api/openapi.json`.',
  },
  'workspace.setting': {
    where: ['problem'],
    means: '`ensemble.json` has an unknown setting, such as a misspelt name. The intended setting has its default.',
    remedy: 'Correct the name; the published schema lists them all.',
  },
  'file.stray': {
    where: ['problem'],
    means:
      'An entry in `ideas/`, `tools/` or `cases/` looks like a file of the workspace but is not read: its name is invalid, it is a link that leads elsewhere, or this user may not read it.',
    remedy:
      "Rename it, replace the link with the file, or change its permissions. If it isn't meant for Ensemble, give it another extension.",
  },
  'body.encoded': {
    where: ['api'],
    means: 'The body came in a `content-encoding`, such as gzip, which this server does not unpack.',
    remedy: 'Send the body as it is, without that header.',
  },
  'secret.plain': {
    where: ['problem'],
    means: '`ensemble.json` holds a key openly. Everyone with the file, or with its history in git, has the key.',
    remedy:
      'Write `secret://NAME` in its place and give the key in Settings or in the environment. Replace a key that was shared where it was issued.',
  },
  'git.tracked': {
    where: ['problem'],
    means: 'git tracks a file of `.ensemble`, the folder that holds API keys, recorded runs and drafts.',
    remedy:
      'Run the `git rm --cached` command that the message names, and commit. The history of git still contains the file: replace any key that was in it.',
  },
  'git.unignored': {
    where: ['problem'],
    means:
      'The `.gitignore` of `.ensemble` lets git take a file of this folder, which holds API keys and recorded runs.',
    remedy: 'Remove `.ensemble/.gitignore`; the next start of Ensemble writes one that lets only the layout through.',
  },
  'file.unknown': { where: ['api'], means: 'The server has no such file.', remedy: 'Check the name.' },
  'host.refused': {
    where: ['api'],
    means: 'A request used a host name that this server does not accept. This keeps other web pages out.',
    remedy: 'Use the address that the terminal printed.',
  },
  'origin.refused': {
    where: ['api'],
    means: 'A web page of another origin tried to use this server.',
    remedy: 'Use the page that this server serves.',
  },
  'token.missing': {
    where: ['api'],
    means: 'The request carries neither the token nor the cookie that this server asks for.',
    remedy: 'Reload the page, or send `authorization: Bearer` with the value of `ENSEMBLE_TOKEN`.',
  },
  'egress.refused': {
    where: ['api', 'call'],
    means: 'Something tried to reach an address that is not on the allow-list.',
    remedy: 'Add the host to `egress.hosts` in `ensemble.json` if it is meant.',
  },
  'egress.answer': {
    where: ['api', 'call'],
    means:
      'A server answered in a form that was not requested: compressed, in another protocol, or with headers that are too long.',
    remedy:
      'Turn off compression for clients that send no `accept-encoding`, at the server or its proxy. Ensemble never unpacks an answer that grows too much.',
  },
  'engine.storage': {
    where: ['run', 'api'],
    means: 'The disk or the database refused a write.',
    remedy:
      'The sentence names the place and the cause (full, read-only, locked, damaged, no such folder). No acknowledged change was lost; try again once the cause is gone. A running Run stalls (`stalled` in its answer says why) and resumes automatically, without a restart. Only a damaged database needs one: the server then carries over every whole Run into a new file.',
  },
  'engine.draining': {
    where: ['api'],
    means: 'The server is about to stop and takes no new Runs.',
    remedy: 'Try again when it is back.',
  },
  'engine.lease': {
    where: ['api'],
    means: 'Another process has taken over writing this Run.',
    remedy: 'Nothing to do: one process writes a Run, and the other one continues it.',
  },
  'engine.journal': {
    where: ['run', 'api'],
    means: 'The Journal of a Run is damaged or newer: an event is missing, changed or from a newer version.',
    remedy: 'Other Runs are not affected. Keep the file and use a version at least as new as the one that wrote it.',
  },
  'approval.unknown': {
    where: ['api'],
    means: 'No Call of that id waits for a decision in this Run.',
    remedy: 'List the open ones with `GET /api/approvals`.',
  },
  'approval.decided': {
    where: ['api'],
    means: 'Somebody else decided on this Call first, or its time was over; a decision is taken once.',
    remedy: 'Look at the Run: its Journal has the decision.',
  },
  'approval.invalid': {
    where: ['api'],
    means: 'The edited parameters or the given result do not fit the Tool.',
    remedy: '`errors` names each place. Correct it and send the decision again.',
  },
  'arguments.changed': {
    where: ['api'],
    means: 'The decision was made on other arguments than the ones that wait now.',
    remedy: 'Look at the Call again and decide again, with the `hash` that is shown.',
  },
  'engine.bodyLost': {
    where: ['api'],
    means: 'A large value that the Journal refers to by its hash is missing.',
    remedy: 'Restore `.ensemble/ensemble.db` from a copy. Other Runs are not affected.',
  },
  'engine.newer': {
    where: ['api'],
    means: 'The database of the workspace was written by a newer version of Ensemble.',
    remedy: 'Update Ensemble. Nothing was changed in the file.',
  },
  'server.away': {
    where: ['api'],
    means: 'A command found the server of the workspace, and it no longer answers.',
    remedy: 'Start `ensemble serve` again, or run the command again: with no server it serves the workspace itself.',
  },
  'server.listen': {
    where: ['api'],
    means: 'The server could not listen on the configured address.',
    remedy: 'The sentence names the address and the remedy, such as another port.',
  },
  'workspace.busy': {
    where: ['api'],
    means: 'Another process has this workspace open. The message names its address, if that is known.',
    remedy: 'Use it at that address, or end that process and try again.',
  },
  'workspace.unknown': {
    where: ['api'],
    means: 'No workspace of your list has the name in the address `/w/NAME`.',
    remedy: 'Open its folder from the workspace menu, or run `ensemble serve` in it: both put it on the list.',
  },
  'mcp.invalid': {
    where: ['problem'],
    means: 'An entry of mcp.json cannot be used; the others serve.',
    remedy:
      'The message names the entry and what is missing: a `command` to start, or the `url` of a streamable HTTP endpoint, under a name of letters, digits, `-` and single `_`.',
  },
  'mcp.unknown': {
    where: ['api'],
    means: 'The workspace\u2019s mcp.json names no MCP server of that name.',
    remedy: 'Look at `GET /api/mcp/servers`; add the server to mcp.json.',
  },
  'mcp.failed': {
    where: ['api'],
    means:
      'An MCP server could not be started, ended by itself, or was stopped; its state shows which. A Call of one of its tools fails with the same sentence, as `activity.failed`.',
    remedy:
      'Its log (explorer, "MCP servers") shows what it wrote last. The next Call starts it again, after a pause that grows with every failure in a row.',
  },
  'mcp.changed': {
    where: ['api'],
    means: 'The tools of an MCP server changed after they were shown and before they were approved.',
    remedy: 'Look at them again, then approve them.',
  },
  'connections.tooMany': {
    where: ['api'],
    means: 'The server has as many connections open as it takes.',
    remedy:
      'Close some or reuse them, and try again after the seconds in `Retry-After`. A lower `ulimit -n` lowers the limit.',
  },
  'streams.tooMany': {
    where: ['api'],
    means: 'One caller has too many event streams open.',
    remedy:
      'Close some of them, follow several Journals by one stream (`GET /api/events?from=…`), or read them as JSON.',
  },
  'use.off': {
    where: ['api'],
    means:
      'Nothing of this name is shared: the page, webhook or schedule of an Idea is off unless `use` in `ensemble.json` switches it on.',
    remedy:
      'Switch it on in **Settings › Share and trigger**; a webhook also needs a value behind its `secret://` name.',
  },
  'use.limit': {
    where: ['api'],
    means: 'A caller started an Idea more often than its limits let them, or has as many runs under way as it may.',
    remedy: 'Try again after the seconds in `Retry-After`, or raise `use.NAME.limits` in `ensemble.json`.',
  },
  'use.failed': {
    where: ['api'],
    means: 'A visitor of a shared page could not be served. The reason is in the log of the server only.',
    remedy: 'Look at the log, or run the Idea in the designer.',
  },
  'webhook.refused': {
    where: ['api'],
    means: 'A webhook is not signed, is signed with another key, or is more than five minutes old.',
    remedy:
      'Sign `ID.SECONDS.BODY` with HMAC SHA-256 as standardwebhooks.com says, with the key behind the `secret://` name, and keep both clocks right.',
  },
  'secret.missing': {
    where: ['api'],
    means:
      'An endpoint, an HTTP Activity or an MCP server refers to a key that is neither in the environment nor kept by this workspace.',
    remedy:
      'Give an endpoint its key in Settings and an Activity its own on the page of Activities; or set the variable of that name where the server starts; or choose another model.',
  },
  'otel.off': {
    where: ['api'],
    means: 'A run should be sent to a collector of OpenTelemetry, but none is configured.',
    remedy:
      'Set OTEL_EXPORTER_OTLP_ENDPOINT where the server starts, or `"otel": { "endpoint": … }` in `ensemble.json`. Without a collector, `ensemble export RUN --to otlp` prints the spans.',
  },
  'otel.unreachable': {
    where: ['api'],
    means: 'The collector of OpenTelemetry does not answer. The run itself is saved and unchanged.',
    remedy: 'Start it or correct its address, then export the run again: its spans keep their recorded times.',
  },
  'otel.refused': {
    where: ['api'],
    means: 'The collector of OpenTelemetry answered, but refused the spans. The message quotes it.',
    remedy: 'Correct its address (spans go to /v1/traces) or its key, then export the run again.',
  },
  'workspace.tooLarge': {
    where: ['api'],
    means: 'A workspace, or an archive of one, is too large to be packed or unpacked in one piece.',
    remedy: 'Pack the folder yourself, or move large data out of it.',
  },
  'archive.invalid': {
    where: ['api'],
    means:
      "The file isn't a zip archive of a workspace: it is damaged, holds no Idea, Tool or case, holds a name twice, or one that leads out of its folder. None of it was imported.",
    remedy: 'Make it again with `ensemble export . --to zip`, or leave out the file that the message names.',
  },
  'backup.invalid': {
    where: ['api'],
    means:
      "The file isn't a backup of a workspace, or it is damaged or incomplete: a file in it differs from the backup's own list. None of it was restored.",
    remedy: 'Restore an older backup, or copy the file again from where it is kept.',
  },
  'import.empty': {
    where: ['api'],
    means: 'A file for import holds no run, no packed workspace, and no Tool in a known format.',
    remedy:
      'Look at what it is; name the format with `--format`. `--format example` infers a Tool from the values of any JSON.',
  },
  'template.unknown': {
    where: ['api'],
    means: 'A template was asked for that is not bundled.',
    remedy: 'The message lists those there are; `GET /api/templates` describes them.',
  },
  'endpoint.unknown': {
    where: ['api'],
    means: 'A request names an endpoint, or a model at one, that neither `ensemble.json` nor the environment gives.',
    remedy: 'Add the endpoint in Settings, or name a model as `ENDPOINT/model`.',
  },
  'artifact.unknown': {
    where: ['api'],
    means: 'The Run produced no file of that name.',
    remedy: 'List them with `GET /api/runs/ID/artifacts`.',
  },
  'artifact.unframed': {
    where: ['api'],
    means: 'The file isn’t an HTML page, or its page was opened outside a frame of the window.',
    remedy: 'Open the page from the result of its run, or take the file from `GET /api/runs/ID/artifacts/NAME`.',
  },
  'range.invalid': {
    where: ['api'],
    means: 'No byte of the file is in the requested range.',
    remedy: 'The answer names the size of the file.',
  },
  'tool.invalid': {
    where: ['api'],
    means: 'The Tool that Calls should be judged by has errors itself.',
    remedy: '`errors` names each place; `POST /api/validate` says more.',
  },
  'name.taken': {
    where: ['api'],
    means:
      'A file of this name already exists, or one that differs only in case, which some file systems treat as the same. It is never overwritten, and an import writes nothing.',
    remedy: 'Choose another name, or rename the existing file.',
  },
  'version.unknown': {
    where: ['api'],
    means: 'The commit does not hold this file, or there is no such commit.',
    remedy: 'Ask for the commits of the file with `GET /api/versions/{file}`.',
  },
  'draft.unknown': {
    where: ['api'],
    means: 'There is no draft of that file.',
    remedy: 'Nothing to do: only the saved file exists.',
  },
  'edits.twice': {
    where: ['api'],
    means: 'The same file appears twice among edits that are written together.',
    remedy: 'Send each file once, with its final text.',
  },
  'file.changed': {
    where: ['api'],
    means: "The file changed since it was read, so writing would lose someone else's change.",
    remedy: 'Read it again, merge both changes, and write with the new ETag.',
  },
  'body.unknown': {
    where: ['api'],
    means: 'The Run holds no large value of that hash.',
    remedy: 'Use the hash in the event.',
  },
  'precondition.required': {
    where: ['api'],
    means: 'The file exists and the request does not say which text of it the change was made to.',
    remedy: 'Send `If-Match` with the ETag that was read.',
  },
  'body.invalid': {
    where: ['api'],
    means: "The body of the request does not fit the route's schema.",
    remedy: '`errors` names each place; `/api/openapi.json` describes every route.',
  },
  'run.damaged': {
    where: ['api'],
    means:
      'A recorded Run is not as it was written: its chain breaks, or a value does not have the hash it is known by.',
    remedy:
      'Take the Run from another copy. The sentence names the first place that is wrong; other Runs are not affected.',
  },
  'tool.schema': {
    where: ['problem'],
    means: 'The schema of a Tool is malformed, so no Call could be judged by it.',
    remedy: 'The path names the place.',
  },
  'tool.json': {
    where: ['problem'],
    means: 'The file of a shared Tool is not JSON.',
    remedy: 'The range marks the place. Until you fix it, Runs use the last valid version.',
  },
  'tool.duplicateKey': {
    where: ['problem'],
    means: 'A key appears twice in one object of a shared Tool, so one of the two values would be lost.',
    remedy: 'Remove one of them.',
  },
  'idea.config': {
    where: ['problem'],
    means: 'A setting of the `config` has an invalid value or, from a program, an unknown name.',
    remedy: 'The message lists the allowed values.',
  },
  'idea.confusable': {
    where: ['problem'],
    means: 'Two Ideas differ only by case, which some file systems cannot keep apart.',
    remedy: 'Rename one of them.',
  },
  'idea.descriptionMissing': {
    where: ['problem'],
    means: 'An Idea without a description tells neither people nor callers what it is for.',
    remedy: 'Describe it in one sentence.',
  },
  'experiment.invalid': {
    where: ['api'],
    means: 'A variant of an experiment names a missing Idea, Tool or Activity, or holds no Idea.',
    remedy: 'The path names the place. Nothing was started.',
  },
  'experiment.unknown': {
    where: ['api'],
    means: 'There is no experiment of that id in this workspace.',
    remedy: 'List them with `GET /api/experiments`; its runs may still be there.',
  },
  'request.unknown': {
    where: ['api'],
    means: 'A Request is asked again that the run does not have, or to which its record cannot be replayed.',
    remedy: 'Use the span of a Request of that run; a run that was damaged or cut short may hold none.',
  },
  'page.missing': {
    where: ['api'],
    means: 'A run cannot be exported as a page, because the viewer for such pages is not built.',
    remedy: 'Build the product (`npm run build`, or `npm start`), or export the run as a document.',
  },
  'extract.span': {
    where: ['api'],
    means: "Only a Call that ran a Module holds a Loop that can be extracted as an Idea; the named place isn't one.",
    remedy: 'Choose a Call of a Tool with `_module` in a run that replays.',
  },
  'case.invalid': {
    where: ['api'],
    means: 'A file in cases/ is not a case: a recorded run with a list of expectations.',
    remedy: 'The path names the place. Keep the run as a case again, or fix the file by hand.',
  },
  'extract.calls': {
    where: ['api'],
    means:
      'The chosen Calls cannot become one Idea: they have different parents, one of them did not complete, another Call runs between them, or the file of their Idea has changed since the Run.',
    remedy:
      'Choose completed Calls that the same Idea made in the same Loop; the sentence names the Call or the file in the way.',
  },
  'fork.at': {
    where: ['api'],
    means: 'A fork names a place that the Run does not have.',
    remedy: 'Give the `seq` of one of its events.',
  },
  'fork.binding': {
    where: ['api'],
    means:
      'A fork binds a Tool that no Request of the Run had, an Activity that is not registered, or a Tool whose schema names its Activity.',
    remedy: 'Bind a Tool that the Run was asked with to a registered Activity, or to `""` for latent.',
  },
  'fork.idea': {
    where: ['api'],
    means: 'A fork edits an Idea that the Run did not use.',
    remedy: 'Use an address in `pins` of `run.created`.',
  },
  'fork.key': {
    where: ['api'],
    means: 'A fork edits an effect that the Run does not have, or one of another type than the edit.',
    remedy: 'Use the key of a recorded event of that type.',
  },
  'run.cancelled': {
    where: ['api'],
    means: 'The Run was cancelled, so it does not continue.',
    remedy: 'Start another, or fork it.',
  },
  'run.notStopped': {
    where: ['api'],
    means: 'A step was asked of a Run that is not stopped at a breakpoint.',
    remedy: 'Set a breakpoint and wait until the Run is there.',
  },
  'run.waiting': {
    where: ['api'],
    means: 'The Run waits, so it has no end yet.',
    remedy: 'Decide on the waiting Calls, or cancel it.',
  },
}
