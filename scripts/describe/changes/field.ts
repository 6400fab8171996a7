import type { Choice } from '../../../src/kinds/kind.ts'
import type { Field } from '../../../src/model/model.ts'
import type { ExpressionNames } from '../expressionNames.ts'
import { describeField } from '../field.ts'
import { describeLimits } from '../kind.ts'
import { inQuotes, joinWords } from '../phrase.ts'
import { addedLine, type ChangeLine, changedLine, pairByName, removedLine, sentenceChanges, textChange } from './changeLine.ts'

/** A field then and now, each with the names around it. */
export interface FieldPair {
  readonly before?: Field
  readonly after?: Field
}

/** Fields side by side: renamed ones (`was`) are the same field. */
export const fieldPairs = (before: readonly Field[], after: readonly Field[]): readonly FieldPair[] =>
  pairByName(
    before,
    after,
    field => field.name,
    field => field.was,
  )

/** Returns the changes of a field; `of` stands before its title: the list it belongs to. */
export function fieldLines(pair: FieldPair, then: ExpressionNames, now: ExpressionNames, of = ''): ChangeLine[] {
  const { before, after } = pair
  const title = `${of}${inQuotes((after ?? before)?.title ?? '')}`
  if (!before) return after ? [addedLine(`Campo ${title}: ${summary(now, after)}`)] : []
  if (!after) return [removedLine(`Campo ${title}: ${summary(then, before)}`)]
  const [old, present] = [describeField(then, before), describeField(now, after)]
  return [
    ...(before.name === after.name ? [] : [changedLine(`Campo ${title}: nome de ${before.name} para ${after.name}`)]),
    ...textChange(`Campo ${title}: título`, before.title, after.title),
    ...textChange(`Campo ${title}: ajuda`, before.help, after.help),
    ...textChange(`Campo ${title}: tipo`, old.kind, present.kind),
    ...sentenceChanges(`Campo ${title}: limite`, limits(then, before), limits(now, after)),
    ...choiceLines(`Campo ${title}`, before.choices ?? [], after.choices ?? []),
    ...textChange(`Campo ${title}: obrigatório`, old.required || 'Não', present.required || 'Não'),
    ...sentenceChanges(`Campo ${title}`, old.notes, present.notes),
    ...messageLines(`Campo ${title}`, before, after),
  ]
}

function summary({ model }: ExpressionNames, field: Field): string {
  const names: ExpressionNames = { model, fields: [field] }
  const { kind, limits: all, required } = describeField(names, field)
  return [kind, ...all, ...(required === 'Sim' ? ['obrigatório'] : [])].join(', ')
}

/** Limits without the options, which are told one by one. */
function limits({ model }: ExpressionNames, field: Field): readonly string[] {
  const { choices: _choices, ...rest } = field
  return describeLimits(model, rest)
}

function choiceLines(what: string, before: readonly Choice[], after: readonly Choice[]): ChangeLine[] {
  const pairs = pairByName(before, after, choice => String(choice.value))
  const gone = pairs.flatMap(({ before: old, after: present }) => (old && !present ? [inQuotes(old.title)] : []))
  const come = pairs.flatMap(({ before: old, after: present }) => (present && !old ? [inQuotes(present.title)] : []))
  const say = (titles: readonly string[]): string =>
    `${what}: ${titles.length === 1 ? 'opção' : 'opções'} ${joinWords(titles, 'e')}`
  return [
    ...(gone.length > 0 ? [removedLine(say(gone))] : []),
    ...(come.length > 0 ? [addedLine(say(come))] : []),
    ...pairs.flatMap(({ before: old, after: present }) =>
      old && present ? textChange(`${what}: opção`, old.title, present.title) : [],
    ),
  ]
}

function messageLines(what: string, { messages: before = {} }: Field, { messages: after = {} }: Field): ChangeLine[] {
  const checks = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return checks.flatMap(check => textChange(`${what}: mensagem de ${check}`, before[check], after[check]))
}
