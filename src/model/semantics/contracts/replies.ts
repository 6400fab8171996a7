import { isRecord } from '../../../base/record.ts'
import type { Definitions } from '../../source/definitions.ts'
import type { JsonPath, Source } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import type { CallContracts } from './callContracts.ts'

/** Members of a reply; undefined where its operation does not say them all. */
type Members = readonly string[] | undefined

/**
 * Checks that `reply.x` names what the call brings: beside a lookup, in the states of a screen and the actions of its register, and in a document. Of
 * operations that do not say all that they answer nothing is known.
 */
export function checkReplies(definitions: Definitions, checkerOf: (source: Source) => Checker, contracts: CallContracts): void {
  const givenBy = (call: unknown): Members => contracts.givenBy(call)
  const states = new Map<string, Members>()
  for (const { value } of definitions.screens.values())
    if (value.states?.register) states.set(value.states.register, givenBy(value.states.load))
  for (const { name, source, value, ui } of definitions.registers.values()) {
    walk(checkerOf(source), value, [], undefined, givenBy)
    if (ui) walk(checkerOf(ui.source), ui.value, [], states.get(name), givenBy)
  }
  for (const files of [definitions.screens, definitions.reports, definitions.imports])
    for (const { source, value } of files.values()) walk(checkerOf(source), value, [], undefined, givenBy)
}

/** The call whose reply a part of a definition names, by the word under which the part stands. */
const calls: Readonly<Record<string, (part: Readonly<Record<string, unknown>>) => unknown>> = {
  lookup: part => part,
  lookups: part => part,
  states: part => part.load,
  document: part => part.call,
}

function walk(checker: Checker, value: unknown, path: JsonPath, known: Members, givenBy: (call: unknown) => Members): void {
  if (typeof value === 'string') tell(checker, path, value, known)
  if (Array.isArray(value)) for (const [i, each] of value.entries()) walk(checker, each, [...path, i], known, givenBy)
  if (!isRecord(value)) return
  const word = path.findLast(step => typeof step === 'string')
  const callOf = typeof word === 'string' && Object.hasOwn(calls, word) ? calls[word] : undefined
  const call = callOf?.(value)
  const members = call === undefined ? known : givenBy(call)
  for (const [name, each] of Object.entries(value)) walk(checker, each, [...path, name], members, givenBy)
}

function tell(checker: Checker, path: JsonPath, text: string, known: Members): void {
  if (known === undefined) return
  for (const { 1: word = '', index } of text.matchAll(/(?<![\w.])reply\.(\w+)/g))
    if (!known.includes(word))
      checker.add(path, 'field-unknown', `The call brings no "${word}".`, {
        offset: index + 'reply.'.length,
        word,
        candidates: new Set(known),
      })
}
