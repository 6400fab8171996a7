import { isRecord, membersOf } from '../../../base/record.ts'
import { messageParameters } from '../../../generated/messageParameters.ts'
import { placesIn } from '../../formatMessage.ts'
import type { Model, Register } from '../../model.ts'
import type { Definitions } from '../../source/definitions.ts'
import type { JsonPath, Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import type { CallContracts } from './callContracts.ts'

/** Names that fill a text; undefined where any may. */
type Filling = ReadonlySet<string> | undefined

/**
 * Checks that something fills every placeholder: in texts that only definitions say, what the places pass where they do; in names of files and in
 * the addresses to which an action leads, the record, what was asked, and the reply.
 */
export function checkPlaceholders(
  definitions: Definitions,
  model: Model,
  checkerOf: (source: Source) => Checker,
  contracts: CallContracts,
): void {
  const said = fillingsOf(definitions, contracts)
  for (const { source, value } of definitions.messages)
    for (const [code, message] of Object.entries(value.messages)) {
      const passed = Object.hasOwn(messageParameters, code) ? undefined : said.get(code)
      for (const { at, offset, name } of passed ? placesIn(message) : []) {
        if (passed?.has(name)) continue
        const words = `Where definitions say this text, nothing passes "${name}".`
        checkerOf(source).add(['messages', code, ...at], 'parameter-unknown', words, {
          offset,
          word: name,
          candidates: passed ?? [],
        })
      }
    }
  for (const { name, ui } of definitions.registers.values())
    for (const [i, action] of (ui?.value.actions ?? []).entries()) {
      const register = model.registers[name]
      if (!ui || !register) continue
      const row = namesOfRow(register)
      const { download, after } = action
      const asked = Object.keys(membersOf(action.ask?.properties))
      const checker = checkerOf(ui.source)
      const path = ['actions', i]
      if (download)
        tell(checker, [...path, 'download', 'file'], download.file, new Set([...row, ...asked]), 'field-unknown', 'There is no')
      const gives = contracts.givenBy(action.call)
      if (typeof after === 'string')
        tell(
          checker,
          [...path, 'after'],
          after,
          gives && new Set([...row, ...gives]),
          'field-unknown',
          'Neither record nor reply has a',
        )
    }
}

const namesOfRow = ({ fields, lists }: Register): string[] => [
  'id',
  'version',
  'lojaId',
  ...fields.flatMap(({ name, reference }) => [name, ...(reference?.as === undefined ? [] : [reference.as])]),
  ...lists.map(({ name }) => name),
]

function tell(checker: Checker, path: JsonPath, text: string, known: Filling, code: string, words: string): void {
  if (known === undefined) return
  for (const { 1: word = '', index } of text.matchAll(/\{([\w.]+)\}/g)) {
    if (known.has(word) || known.has(word.split('.')[0] ?? '')) continue
    checker.add(path, code, `${words} "${word}".`, { offset: index + 1, word, candidates: known })
  }
}

/** Words of definitions whose texts are shown as they stand, or with a few names. Of all others any may be passed. */
const fillings: Readonly<Record<string, readonly string[]>> = {
  wait: [],
  ask: [],
  note: [],
  warning: [],
  hint: [],
  blank: [],
  failure: ['message', 'name', 'count', 'title'],
  failureOff: ['message'],
  saveFailure: ['message'],
  confirm: ['name', 'count'],
}
/** Words beside a message that give it more. */
const giving: ReadonlySet<string> = new Set(['of', 'column', 'before', 'params', 'value', 'field', 'parameter', 'call'])

/** The names that definitions pass to each text that they say: those that every such place has. */
function fillingsOf(definitions: Definitions, contracts: CallContracts): ReadonlyMap<string, Filling> {
  const codes = new Set(definitions.messages.flatMap(({ value }) => Object.keys(value.messages)))
  const found = new Map<string, Filling>()
  const use = (code: string, names: readonly string[] | undefined): void => {
    const before = found.get(code)
    if (names === undefined) found.set(code, undefined)
    else if (!found.has(code)) found.set(code, new Set(names))
    else if (before) found.set(code, new Set(names.filter(name => before.has(name))))
  }
  const walk = (value: unknown, word: string, around: Readonly<Record<string, unknown>>, within = ''): void => {
    if (typeof value === 'string') {
      if (codes.has(value)) use(value, passedTo(word, around, within, contracts))
    } else if (Array.isArray(value)) for (const each of value) walk(each, word, around, within)
    else if (isRecord(value)) for (const [name, each] of Object.entries(value)) walk(each, name, value, word)
  }
  for (const { value, ui } of definitions.registers.values()) for (const each of [value, ui?.value]) walk(each, '', {})
  for (const files of [definitions.screens, definitions.reports, definitions.imports])
    for (const each of files.values()) walk(each.value, '', {})
  return found
}

/** The names that a place passes to its text; `within` is the word whose value holds the place. */
function passedTo(
  word: string,
  around: Readonly<Record<string, unknown>>,
  within: string,
  contracts: CallContracts,
): readonly string[] | undefined {
  if (word === 'success' || word === 'answer') {
    const gives = contracts.givenBy(around.call)
    return gives && ['count', 'value', ...gives]
  }
  if (word === 'message' && within === 'noOverlap') return ['other']
  if (word === 'message') return Object.keys(around).some(name => giving.has(name)) ? undefined : []
  return fillings[word]
}
